import { DUE_LIST } from '#billing/api/balance.ts';
import type { BillingClient } from '#billing/client.ts';
import type { NewsKind } from '#contract/notifications.ts';
import { parseMoney } from '#domain/money.ts';
import { tableOf } from '#domain/table-of.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { reviewDecisions } from '../outbox/public.ts';
import { listOwners } from './recipients.ts';
import { type NoticeServices, sendNotices } from './send-notices.ts';

/** What the billing tells of; who came to an account, who left, tickets and messages the portal knows itself. */
type NewsOfBilling = Exclude<NewsKind, 'accessChanged' | 'supplierMessage' | 'ticketNews'>;

/** News with what fills its words. */
interface News {
  readonly kind: NewsOfBilling;
  readonly params: Readonly<Record<string, string>>;
}

type Facts = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, NewsOfBilling>> = tableOf({
  'bill.issued': 'billIssued',
  'act.issued': 'actToSign',
  'volumes.approved': 'limitApproved',
  'volumes.declined': 'limitDeclined',
  'volumes.applied': 'limitApplied',
  'payment.confirmed': 'paymentConfirmed',
  'payment.failed': 'paymentFailed',
  'payment.expired': 'paymentFailed',
  'payment.reversed': 'paymentReturned',
  'payment.refunded': 'paymentReturned',
  'violationAct.billed': 'violationAct',
  'violationAct.instalments': 'violationAct',
  'violationAct.cancelled': 'violationAct',
  'reading.accepted': 'readingAccepted',
  'reading.underReview': 'readingUnderReview',
  'reading.decided': 'readingUnderReview',
  'reading.photoAsked': 'readingUnderReview',
});

const money = (value: unknown) =>
  typeof value === 'string' && parseMoney(value) !== undefined ? value : undefined;
const date = (value: unknown) =>
  typeof value === 'string' && parseLocalDate(value) !== undefined ? value : undefined;
const period = (value: unknown) =>
  typeof value === 'string' && parseBillingPeriod(value) !== undefined ? value : undefined;
const exchange = (value: unknown) =>
  value === 'signature' || value === 'cabinet' || value === 'paper' ? value : undefined;

const words = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const count = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : undefined);

/** What fills the words of a kind; undefined: the event does not say it. */
type Read = Readonly<Record<string, string | undefined>>;

const reviewWords: readonly unknown[] = reviewDecisions;

/** What an operator did with a reading under review; nothing: it has just come under review. */
function reviewSteps({ decision, reason }: Facts): Read {
  if (decision === undefined) return {};
  const isKnown = reviewWords.includes(decision);
  return { step: isKnown ? String(decision) : undefined, reason: typeof reason === 'string' ? reason : '' };
}

/** Counts of a submission of many meters, and the day by which an operator decides what is under review. */
function submissionCounts({ batch, reviewBy }: Facts): Read {
  if (typeof batch !== 'object' || batch === null) return optional({ reviewBy: date(reviewBy) });
  const of = batch as Facts;
  return optional({
    accepted: count(of.accepted),
    underReview: count(of.underReview),
    reviewBy: date(of.reviewBy),
  });
}

/** Facts that words do without. */
function optional(facts: Read): Read {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** What became of a violation act; the sum of a cancelled one is what was paid and is an advance now. */
function actSteps({ actNumber, sum, dueOn, parts, advance }: Facts, event: string): Read {
  const number = words(actNumber);
  switch (event) {
    case 'violationAct.cancelled':
      return { step: 'cancelled', number, sum: money(advance) };
    case 'violationAct.instalments':
      return { step: 'planned', number, sum: money(sum), dueOn: date(dueOn), parts: count(parts) };
    default:
      return { step: 'billed', number, sum: money(sum), dueOn: date(dueOn) };
  }
}

/** Facts that the words of a kind need. */
const readers: Readonly<Record<NewsOfBilling, (facts: Facts, event: string) => Read>> = {
  billIssued: (facts) => ({
    period: period(facts.period),
    sum: money(facts.toPay),
    dueOn: date(facts.dueOn),
  }),
  // An event of before the exchange was told asks for no signature.
  actToSign: (facts) => ({ period: period(facts.period), exchange: exchange(facts.exchange) ?? 'cabinet' }),
  limitApproved: (facts) => ({ period: period(facts.period) }),
  limitDeclined: (facts) => ({ period: period(facts.period), reason: words(facts.reason) }),
  limitApplied: (facts) => ({ period: period(facts.period) }),
  paymentConfirmed: (facts) => ({ sum: money(facts.sum) }),
  paymentFailed: (facts) => ({ sum: money(facts.sum) }),
  paymentReturned: (facts) => ({ sum: money(facts.sum) }),
  violationAct: actSteps,
  readingAccepted: ({ missingZones, ...facts }) => ({
    period: period(facts.period),
    isPart: Array.isArray(missingZones) && missingZones.length > 0 ? 'true' : '',
  }),
  readingUnderReview: (facts) => ({
    period: period(facts.period),
    ...submissionCounts(facts),
    ...reviewSteps(facts),
  }),
};

/**
 * What an event of the billing tells a person; undefined: nothing. A back end of another make may tell of more, or lack a
 * fact: what can't be put into words is not told.
 */
function newsOfEvent(eventKind: string, facts: Facts): News | undefined {
  const kind = Object.hasOwn(kinds, eventKind) ? kinds[eventKind] : undefined;
  // One of the readings of many meters that came together has the counts of all.
  if (kind === undefined || facts.isFurther === true) return undefined;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(readers[kind](facts, eventKind))) {
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return { kind, params };
}

/** What the billing reported of an account. */
export interface EventToNotify {
  readonly accountNumber: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly happenedAt: string;
}

/** What waited longer than this is news no more: after an outage, or when a history was taken over. */
const freshMs = 24 * 3_600_000;
/** So long a letter of a bill waits for a mail server that is down. */
const billLetterMs = 3 * 24 * 3_600_000;

/** What is due for energy now in the accounts of new bills: money that came since a bill was made is not asked for again. */
async function dueOfNewBills(
  { billing, reference }: { readonly billing: BillingClient; readonly reference: string },
  news: readonly (News & { readonly accountNumber: string })[],
): Promise<ReadonlyMap<string, string>> {
  const accountNumbers = news.flatMap(({ kind, accountNumber }) =>
    kind === 'billIssued' ? [accountNumber] : [],
  );
  if (accountNumbers.length === 0) return new Map();
  const context = { reference, actor: 'portal' };
  const result = await billing.call(DUE_LIST, { accountNumbers: [...new Set(accountNumbers)] }, context);
  if (!result.ok) throw new Error(`DUE_LIST refused: ${result.code}`);
  return new Map(result.data.accounts.map(({ accountNumber, energy }) => [accountNumber, energy]));
}

/**
 * Tells the persons in whose cabinets the accounts stand, in the transaction that keeps the events: so once for each event,
 * or not at all.
 */
export async function notifyOfEvents(
  services: NoticeServices & { readonly billing: BillingClient; readonly reference: string },
  db: PortalDatabase,
  events: readonly EventToNotify[],
  now: Instant,
): Promise<void> {
  const news = events.flatMap((event) => {
    const notice = newsOfEvent(event.kind, event.payload);
    const isFresh = instantFromIso(event.happenedAt) > now - freshMs;
    return notice && isFresh ? [{ ...notice, accountNumber: event.accountNumber }] : [];
  });
  const due = await dueOfNewBills(services, news);
  const owners = await listOwners(db, [...new Set(news.map(({ accountNumber }) => accountNumber))]);
  const ownersOf = Map.groupBy(owners, ({ accountNumber }) => accountNumber);
  const notices = news.flatMap(({ kind, params, accountNumber }) =>
    (ownersOf.get(accountNumber) ?? []).map(({ identityId, name }) => ({
      identityId,
      kind,
      params: {
        ...params,
        ...(kind === 'billIssued' && due.has(accountNumber) && { sum: due.get(accountNumber) ?? '' }),
        account: accountNumber,
        name: name ?? '',
      },
      ...(kind === 'billIssued' && { expiresAt: (now + billLetterMs) as Instant }),
    })),
  );
  await sendNotices(services, db, notices, now);
}
