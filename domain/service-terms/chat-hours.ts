import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivInstant, kyivMidnight } from '../time/kyiv.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { isWorkday, newestOf, type WorkCalendar } from './work-calendar.ts';

/** When chats are answered on a working day, and how soon. */
export interface ChatRule {
  /** Days from this one on. */
  readonly validFrom: LocalDate;
  /** Minutes since the Kyiv midnight. */
  readonly opensAt: number;
  readonly closesAt: number;
  /** An answer is to come within so many minutes of the customer's word. */
  readonly answerMinutes: number;
  /** After so many minutes without an answer a chat becomes a ticket. */
  readonly ticketAfterMinutes: number;
  /** After so many minutes in which nobody went on with an answered chat it is over. */
  readonly endsAfterMinutes: number;
}

export interface ChatHours {
  readonly isOpen: boolean;
  /** When somebody answers again; null: they do now, or no day is known. */
  readonly opensAt: Instant | null;
  /** The end of the hours that run; null: none run. */
  readonly closesAt: Instant | null;
}

/** From a moment on, until before another one. */
export interface MomentSpan {
  readonly from: Instant;
  readonly before: Instant;
}

/**
 * The moments since which a wait is over: more minutes have passed than the rule of their own day says. So a wait that has begun keeps
 * its minutes when a later rule takes effect.
 */
export function overdueSpans(
  rules: readonly ChatRule[],
  minutes: 'ticketAfterMinutes' | 'endsAfterMinutes',
  now: Instant,
): readonly MomentSpan[] {
  const inOrder = rules.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
  return inOrder.flatMap((rule, index) => {
    const next = inOrder[index + 1];
    const from = kyivMidnight(rule.validFrom);
    const over = now - rule[minutes] * 60_000;
    const before = Math.min(over, next === undefined ? over : kyivMidnight(next.validFrom)) as Instant;
    return from < before ? [{ from, before }] : [];
  });
}

/** Days without hours after which no further one is looked for. */
const maxDaysOff = 60;

/**
 * Whether a chat is answered at a moment, and when it is next. Days off are those of the work calendar, in which holidays are
 * working days under martial law; on each day the rule and the calendar of that day hold.
 */
export function chatHours(
  rules: readonly ChatRule[],
  calendars: readonly WorkCalendar[],
  now: Instant,
): ChatHours {
  const today = kyivDateOf(now);
  for (let day = today; day <= addDays(today, maxDaysOff); day = addDays(day, 1)) {
    const rule = newestOf(rules, day);
    const calendar = newestOf(calendars, day);
    if (rule === undefined || calendar === undefined || !isWorkday(calendar, day)) continue;
    const opensAt = kyivInstant(day, 0, rule.opensAt);
    const closesAt = kyivInstant(day, 0, rule.closesAt);
    if (now < opensAt) return { isOpen: false, opensAt, closesAt: null };
    if (now < closesAt) return { isOpen: true, opensAt: null, closesAt };
  }
  return { isOpen: false, opensAt: null, closesAt: null };
}
