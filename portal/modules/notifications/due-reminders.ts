import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { REMINDER_FACTS } from '#billing/api/notifications.ts';
import type { ReminderKind } from '#contract/notifications.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, compareDates, localDate } from '#domain/time/local-date.ts';

export type ReminderFacts = ModuleOutput<typeof REMINDER_FACTS>['accounts'][number];

/** A reminder whose time has come. */
export interface DueReminder {
  readonly kind: ReminderKind;
  /** Of one account, kind and period there is one reminder. */
  readonly period: string;
  readonly params: Readonly<Record<string, string>>;
  readonly expiresAt?: Instant;
}

/** Hours of a Kyiv clock: reminders come by day, and of a window that opens when people had time to get up. */
const firstHour = 9;
const quietFromHour = 22;
const opensHour = 10;
const daysBeforeDue = 3;

/** The window: when it opens, and in the morning of its last day, while no reading stands. */
function ofWindow({ windows, awaitsReading }: ReminderFacts, now: Instant): DueReminder | undefined {
  const [window] = windows;
  if (window === undefined || !awaitsReading) return undefined;
  const { date: today, hour } = kyivTimeOf(now);
  const { period, closesAt } = window;
  const opens = compareDates(today, localDate(window.opensOn));
  if (opens < 0) return undefined;
  const end = instantFromIso(closesAt);
  const lastDay = kyivDateOf((end - 1) as Instant);
  const common = { period, params: { closesAt }, expiresAt: end };
  if (today === lastDay) return { kind: 'windowCloses', ...common };
  return opens > 0 || hour >= opensHour ? { kind: 'windowOpens', ...common } : undefined;
}

/** The bill: three days before its last day of payment, while something is owed. */
function ofBill({ owed }: ReminderFacts, now: Instant): DueReminder | undefined {
  if (owed === null) return undefined;
  const today = kyivDateOf(now);
  const dueOn = localDate(owed.dueOn);
  const isNear = compareDates(today, addDays(dueOn, -daysBeforeDue)) >= 0 && compareDates(today, dueOn) <= 0;
  if (!isNear) return undefined;
  return { kind: 'dueSoon', period: owed.period, params: { ...owed } };
}

/** The reminders of an account whose time has come now; those that were sent already are among them. */
export function dueReminders(facts: ReminderFacts, now: Instant): readonly DueReminder[] {
  const { hour } = kyivTimeOf(now);
  if (hour < firstHour || hour >= quietFromHour) return [];
  return [ofWindow(facts, now), ofBill(facts, now)].filter((reminder) => reminder !== undefined);
}
