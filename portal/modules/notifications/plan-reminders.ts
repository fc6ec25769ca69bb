import type { ModuleOutput } from '#billing/api/define-module.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import { VOLUME_NEAR } from '#billing/api/volumes.ts';
import type { BillingClient } from '#billing/client.ts';
import type { ReminderKind } from '#contract/notifications.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, compareDates, localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { AccountOwner } from './recipients.ts';
import { listPeopleToRemind, noteReminders } from './reminder-store.ts';
import { type Notice, type NoticeServices, sendNotices } from './send-notices.ts';

export type ReminderFacts = ModuleOutput<typeof REMINDER_FACTS>['accounts'][number];

/** A reminder whose time has come. */
interface DueReminder {
  readonly kind: ReminderKind;
  /** Of one account, kind and period, or day, there is one reminder. */
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

/** A planned payment: three days before its day, while an advance does not settle it. */
function ofPlanned({ planned }: ReminderFacts, now: Instant): DueReminder | undefined {
  if (planned === null) return undefined;
  const dueOn = localDate(planned.dueOn);
  if (compareDates(kyivDateOf(now), addDays(dueOn, -daysBeforeDue)) < 0) return undefined;
  // A month may have three of them: each day is reminded of once.
  return { kind: 'plannedSoon', period: planned.dueOn, params: { ...planned } };
}

/** The reminders of an account whose time has come now; those that were sent already are among them. */
export function dueReminders(facts: ReminderFacts, now: Instant): readonly DueReminder[] {
  const { hour } = kyivTimeOf(now);
  if (hour < firstHour || hour >= quietFromHour) return [];
  return [ofWindow(facts, now), ofBill(facts, now), ofPlanned(facts, now)].filter(
    (reminder) => reminder !== undefined,
  );
}

export interface ReminderServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

const planJob = 'plan-reminders';
const planLimitsJob = 'plan-limit-reminders';
type PlanJob = typeof planJob | typeof planLimitsJob;
/** People of one job: small, so that none takes long, and each is a transaction of its own. */
const peopleAtATime = 500;
const maxAttempts = 5;

interface Reminder extends DueReminder {
  readonly owner: AccountOwner;
}

/** Windows of several objects of one person are one message; bills have sums of their own. */
function noticesOf(reminders: readonly Reminder[]): readonly Notice[] {
  const together = Map.groupBy(reminders, ({ owner, kind, params, period }) =>
    kind === 'dueSoon' || kind === 'plannedSoon' || kind === 'limitNear'
      ? `${owner.identityId} ${kind} ${owner.accountNumber} ${period}`
      : `${owner.identityId} ${kind} ${params.closesAt}`,
  );
  return [...together.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { owner, kind, params, expiresAt } = first;
    const objects = String(group.length);
    return [
      {
        identityId: owner.identityId,
        kind,
        params: { ...params, account: owner.accountNumber, name: owner.name ?? '', objects },
        ...(expiresAt !== undefined && { expiresAt }),
      },
    ];
  });
}

/** Which reminders of these accounts are due, as the billing knows them now. */
async function remindersOf(
  { billing }: ReminderServices,
  owners: readonly AccountOwner[],
  reference: string,
  now: Instant,
): Promise<readonly Reminder[]> {
  if (owners.length === 0) return [];
  const accountNumbers = [...new Set(owners.map(({ accountNumber }) => accountNumber))];
  const context = { reference, actor: 'portal' };
  const result = await billing.call(REMINDER_FACTS, { accountNumbers }, context);
  if (!result.ok) throw new Error(`REMINDER_FACTS refused: ${result.code}`);
  const factsOf = new Map(result.data.accounts.map((facts) => [facts.accountNumber, facts]));
  return owners.flatMap((owner) => {
    const facts = factsOf.get(owner.accountNumber);
    return facts ? dueReminders(facts, now).map((reminder) => ({ ...reminder, owner })) : [];
  });
}

/** Which of these accounts come to 90 % of a contract volume in this month; each is reminded of once a month. */
async function limitRemindersOf(
  { billing }: ReminderServices,
  owners: readonly AccountOwner[],
  reference: string,
): Promise<readonly Reminder[]> {
  if (owners.length === 0) return [];
  const accountNumbers = [...new Set(owners.map(({ accountNumber }) => accountNumber))];
  const result = await billing.call(VOLUME_NEAR, { accountNumbers }, { reference, actor: 'portal' });
  if (!result.ok) throw new Error(`VOLUME_NEAR refused: ${result.code}`);
  const { period, accounts } = result.data;
  const nearOf = new Map(accounts.map((near) => [near.accountNumber, near]));
  return owners.flatMap((owner): Reminder[] => {
    const near = nearOf.get(owner.accountNumber);
    if (near === undefined) return [];
    const { points, percent, worst } = near;
    const params = {
      period,
      points: String(points),
      percent: String(worst?.percent ?? percent ?? ''),
      worst: worst === null ? '' : worst.objectName || worst.eic,
    };
    return [{ kind: 'limitNear', period, params, owner }];
  });
}

const plans = { [planJob]: remindersOf, [planLimitsJob]: limitRemindersOf };

/** Plans the reminders of the next people; answers after whom to go on, undefined after the last. */
async function planSome(
  services: ReminderServices,
  job: PlanJob,
  after: string | undefined,
  reference: string,
): Promise<string | undefined> {
  const { db, clock } = services;
  const now = clock.now();
  const { accounts, next } = await listPeopleToRemind(db, after, peopleAtATime);
  const reminders = await plans[job](services, accounts, reference, now);
  if (reminders.length > 0) {
    await db.transaction().execute(async (transaction) => {
      const keys = reminders.map(({ owner, kind, period }) => ({
        identityId: owner.identityId,
        accountNumber: owner.accountNumber,
        kind,
        period,
      }));
      const fresh = await noteReminders(transaction, keys, now);
      const notices = noticesOf(reminders.filter((_, position) => fresh.has(position)));
      await sendNotices(services, transaction, notices, now);
    });
  }
  return next;
}

function askFor(db: PortalDatabase, job: PlanJob, after?: string): Promise<void> {
  const key = after === undefined ? job : `${job}:${after}`;
  return addJob(db, job, after === undefined ? {} : { after }, { maxAttempts: maxAttempts, key });
}

/** Asks for a round of reminders; one that waits already is enough. */
export function askForReminders(db: PortalDatabase): Promise<void> {
  return askFor(db, planJob);
}

/** Asks for a round of reminders of contract volumes that are nearly used. */
export function askForLimitReminders(db: PortalDatabase): Promise<void> {
  return askFor(db, planLimitsJob);
}

/**
 * The jobs that remind: some people at a time, the rest by a job after it. Each reminder of an account and period is noted in
 * the transaction that asks for its sending, so that it goes once, however often this runs and on however many nodes.
 */
export function reminderTasks(services: ReminderServices): Tasks {
  const taskOf =
    (job: PlanJob): Tasks[string] =>
    async (payload, { reference }) => {
      const isLater = typeof payload === 'object' && payload !== null && 'after' in payload;
      const next = await planSome(services, job, isLater ? String(payload.after) : undefined, reference);
      if (next !== undefined) await askFor(services.db, job, next);
    };
  return { [planJob]: taskOf(planJob), [planLimitsJob]: taskOf(planLimitsJob) };
}
