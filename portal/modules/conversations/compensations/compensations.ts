import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import { COMPENSATION_BOOK, COMPENSATION_CLASSES } from '#billing/api/service-terms.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { compensationDueBy, lastDayWithoutCompensation } from '#domain/service-terms/compensation.ts';
import type { CompensationClass } from '#domain/service-terms/service-standard.ts';
import { newestOf } from '#domain/service-terms/work-calendar.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobContext } from '#platform/jobs/task.ts';
import type { DeliveredEvent } from '#portal/modules/events/public.ts';
import { listCompensationRules, loadServiceTerms } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { askForNews } from '../ask-for-news.ts';
import { type Actor, lockConversation } from '../conversation-store.ts';
import { announceConversation } from '../live-conversations.ts';
import {
  type Breach,
  type CompensationDecision,
  type CompensationKey,
  type CompensationRow,
  findCompensation,
  insertProposals,
  type LookedAt,
  listBreaches,
  listUnbooked,
  noteCompensation,
  updateBooked,
  updateDecision,
  updateReversed,
} from './compensation-store.ts';

const atOnce = 200;
/** Who has just approved books it; what is older was left behind by a process that ended. */
const leftBehindMs = 60_000;

interface JobServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

/** A breach with what it owes: nothing, nothing yet, or the sums of its standard. */
type Assessed = { readonly breach: Breach } & (
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly checkOn: LocalDate }
  | {
      readonly kind: 'owed';
      readonly breachedOn: LocalDate;
      readonly amounts: Readonly<Record<CompensationClass, Kopiykas>>;
    }
);

type ServiceTerms = Awaited<ReturnType<typeof loadServiceTerms>>;

function assess(terms: ServiceTerms, breach: Breach, today: LocalDate): Assessed {
  const standard = terms.standard(breach.standardCode, breach.standardValidFrom);
  const lastDay = lastDayWithoutCompensation(standard, breach, terms.calendar(breach.calendarVersion));
  if (lastDay === undefined || standard.compensation === null) return { breach, kind: 'nothing' };
  if (breach.answeredOn !== null && breach.answeredOn <= lastDay) return { breach, kind: 'nothing' };
  const breachedOn = addDays(lastDay, 1);
  if (lastDay >= today) return { breach, kind: 'later', checkOn: breachedOn };
  return { breach, kind: 'owed', breachedOn, amounts: standard.compensation.amounts };
}

/** What becomes of breaches: the class of the customers is asked of the billing in one call. */
async function lookAt(
  { db, billing, reference }: Pick<JobServices, 'db' | 'billing'> & { readonly reference: string },
  breaches: readonly Breach[],
  today: LocalDate,
): Promise<readonly LookedAt[]> {
  const terms = await loadServiceTerms(db);
  const rules = await listCompensationRules(db);
  const assessed = breaches.map((breach) => assess(terms, breach, today));
  const owed = assessed.flatMap((one) =>
    one.kind === 'owed' ? [{ accountNumber: one.breach.accountNumber, on: one.breachedOn }] : [],
  );
  const context = { reference, actor: 'portal' };
  const answered =
    owed.length === 0 ? undefined : await billing.call(COMPENSATION_CLASSES, { accounts: owed }, context);
  if (answered?.ok === false) throw new Error(`COMPENSATION_CLASSES refused: ${answered.code}`);
  const classes = new Map(
    answered?.data.accounts.map((one) => [`${one.accountNumber} ${one.on}`, one.class]) ?? [],
  );
  return assessed.map((one): LookedAt => {
    const { breach } = one;
    if (one.kind !== 'owed')
      return { ...breach, checkOn: one.kind === 'later' ? one.checkOn : null, proposal: null };
    const { breachedOn, amounts } = one;
    const ofCustomer = classes.get(`${breach.accountNumber} ${breachedOn}`);
    const rule = newestOf(rules, breachedOn);
    if (rule === undefined) throw new Error(`no rule of compensations on ${breachedOn}`);
    // An account that the billing does not know yet is asked about again.
    if (ofCustomer === undefined) return { ...breach, checkOn: addDays(today, 1), proposal: null };
    const dueBy = compensationDueBy(breachedOn, rule);
    const proposal = { class: ofCustomer, amount: amounts[ofCustomer], breachedOn, dueBy };
    return { ...breach, checkOn: null, proposal };
  });
}

/**
 * Proposes what breaches owe to customers: once for each conversation and standard, by the version of the standard that was
 * frozen on it. Where the compensation is due after a longer term than the answer, the breach is looked at again when that has ended.
 */
export async function proposeCompensations(
  { db, billing, clock }: JobServices,
  { reference, signal }: Pick<JobContext, 'reference' | 'signal'>,
): Promise<number> {
  let made = 0;
  while (!signal.aborted) {
    const now = clock.now();
    const breaches = await listBreaches(db, kyivDateOf(now), atOnce);
    if (breaches.length === 0) break;
    const lookedAt = await lookAt({ db, billing, reference }, breaches, kyivDateOf(now));
    made += await db.transaction().execute((transaction) => insertProposals(transaction, lookedAt, now));
    if (breaches.length < atOnce) break;
  }
  return made;
}

type CallBilling = <M extends Module>(
  module: M,
  input: ModuleInput<M>,
) => Promise<ModuleResult<ModuleOutput<M>>>;

/**
 * Has the billing book what is approved, and notes that it is booked, with the news for the customer. The compensation's id makes it
 * one entry, however often this is done and wherever it stopped before.
 * @throws BillingUnavailable, and Error when the billing refuses: it stays approved and is tried again.
 */
async function book(
  { db, clock }: Pick<JobServices, 'db' | 'clock'>,
  callBilling: CallBilling,
  key: CompensationKey,
): Promise<void> {
  const row = await findCompensation(db, key);
  if (row?.state !== 'approved') return;
  const { accountNumber, compensationId } = key;
  const asked = {
    accountNumber,
    compensationId,
    ticketNumber: Number(row.number),
    sum: moneyToWire(row.amount),
  };
  const booked = await callBilling(COMPENSATION_BOOK, asked);
  if (!booked.ok) throw new Error(`COMPENSATION_BOOK refused: ${booked.code}`);
  const conversation = { accountNumber, conversationId: row.conversationId };
  await db.transaction().execute(async (transaction) => {
    const locked = await lockConversation(transaction, conversation);
    const isNew = await updateBooked(transaction, key, instantFromIso(booked.data.bookedAt));
    if (!isNew || locked === undefined) return;
    const now = clock.now();
    const step = { actor: { kind: 'system', id: null }, to: 'booked', amount: row.amount } as const;
    await noteCompensation(transaction, conversation, step, now);
    await askForNews(transaction, [{ ...locked, news: 'compensated' }], now);
  });
  announceConversation(db, conversation);
}

/** Books what was approved and left behind: by a process that ended, or while the billing did not answer. */
export async function bookApproved(
  { db, billing, clock }: JobServices,
  { reference, signal }: Pick<JobContext, 'reference' | 'signal'>,
): Promise<void> {
  const before = (clock.now() - leftBehindMs) as Instant;
  const errors: unknown[] = [];
  for (const key of await listUnbooked(db, before, atOnce)) {
    if (signal.aborted) return;
    const call: CallBilling = (module, input) => billing.call(module, input, { reference, actor: 'portal' });
    await book({ db, clock }, call, key).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Notes which compensations were taken back in the ledger, by the events of the billing, in the transaction that keeps them. The
 * customer has the news from the correction itself.
 */
export async function noteReversals(
  transaction: PortalDatabase,
  events: readonly DeliveredEvent[],
  now: Instant,
): Promise<void> {
  const entries = events.flatMap(({ accountNumber, kind, payload, happenedAt }) => {
    const { reverses, reason } = payload;
    if (kind !== 'ledger.corrected' || typeof reverses !== 'string' || !uuidShape.test(reverses)) return [];
    const words = typeof reason === 'string' ? reason : '';
    return [{ accountNumber, entryId: reverses, reversedAt: instantFromIso(happenedAt), reason: words }];
  });
  if (entries.length === 0) return;
  for (const { amount, reason, ...key } of await updateReversed(transaction, entries)) {
    const step = { actor: { kind: 'system', id: null }, to: 'reversed', amount, reason } as const;
    await noteCompensation(transaction, key, step, now);
  }
}

/** What came of a decision. */
export type Decided =
  | { readonly kind: 'done'; readonly row: CompensationRow }
  | { readonly kind: 'notFound' }
  /** Somebody has decided before, otherwise or at the same moment. */
  | { readonly kind: 'decided'; readonly row: CompensationRow };

/**
 * Decides about a compensation; of two who decide at once the first counts. The same decision of the same administrator again has
 * the same answer. What is approved is booked at once, or by `bookApproved` when that does not succeed now.
 */
export async function decideCompensation(
  { db, clock, callBilling }: Pick<JobServices, 'db' | 'clock'> & { readonly callBilling: CallBilling },
  key: CompensationKey,
  decision: CompensationDecision,
  actor: Extract<Actor, { kind: 'operator' | 'customer' }>,
): Promise<Decided> {
  const now = clock.now();
  const before = await findCompensation(db, key);
  if (before === undefined) return { kind: 'notFound' };
  const conversation = { accountNumber: key.accountNumber, conversationId: before.conversationId };
  const isFirst = await db.transaction().execute(async (transaction) => {
    // A change of the topic that would withdraw it waits, or is over.
    await lockConversation(transaction, conversation);
    const by = { administratorId: actor.id, at: now };
    if (!(await updateDecision(transaction, key, decision, by))) return false;
    const to = decision.kind === 'approve' ? 'approved' : 'excluded';
    const reason = decision.kind === 'exclude' ? { reason: decision.note || decision.exclusion } : {};
    await noteCompensation(transaction, conversation, { actor, to, amount: before.amount, ...reason }, now);
    return true;
  });
  if (isFirst) announceConversation(db, conversation);
  const row = await findCompensation(db, key);
  if (row === undefined) return { kind: 'notFound' };
  if (!isFirst && !isSame(row, decision, actor)) return { kind: 'decided', row };
  if (row.state !== 'approved') return { kind: 'done', row };
  await book({ db, clock }, callBilling, key).catch(() => undefined);
  return { kind: 'done', row: (await findCompensation(db, key)) ?? row };
}

function isSame(row: CompensationRow, decision: CompensationDecision, actor: Actor): boolean {
  if (row.deciderId !== actor.id) return false;
  if (decision.kind === 'approve') return ['approved', 'booked', 'reversed'].includes(row.state);
  return row.exclusion === decision.exclusion && row.note === decision.note;
}
