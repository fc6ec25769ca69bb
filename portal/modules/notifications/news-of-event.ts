import type { NewsKind } from '#contract/notifications.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';

/** What the billing tells of; who came to an account and who left the portal knows itself. */
type NewsOfBilling = Exclude<NewsKind, 'accessChanged'>;

/** News with what fills its words. */
export interface News {
  readonly kind: NewsOfBilling;
  readonly params: Readonly<Record<string, string>>;
}

type Facts = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, NewsOfBilling>> = {
  'bill.issued': 'billIssued',
  'payment.confirmed': 'paymentConfirmed',
  'payment.failed': 'paymentFailed',
  'payment.expired': 'paymentFailed',
  'payment.reversed': 'paymentReturned',
  'payment.refunded': 'paymentReturned',
  'reading.accepted': 'readingAccepted',
  'reading.underReview': 'readingUnderReview',
};

const money = (value: unknown) =>
  typeof value === 'string' && parseMoney(value) !== undefined ? value : undefined;
const date = (value: unknown) =>
  typeof value === 'string' && parseLocalDate(value) !== undefined ? value : undefined;
const period = (value: unknown) =>
  typeof value === 'string' && parseBillingPeriod(value) !== undefined ? value : undefined;

/** Facts that the words of a kind need. */
const readers: Readonly<
  Record<NewsOfBilling, (facts: Facts) => Readonly<Record<string, string | undefined>>>
> = {
  billIssued: (facts) => ({
    period: period(facts.period),
    sum: money(facts.toPay),
    dueOn: date(facts.dueOn),
  }),
  paymentConfirmed: (facts) => ({ sum: money(facts.sum) }),
  paymentFailed: (facts) => ({ sum: money(facts.sum) }),
  paymentReturned: (facts) => ({ sum: money(facts.sum) }),
  readingAccepted: (facts) => ({ period: period(facts.period) }),
  readingUnderReview: (facts) => ({ period: period(facts.period) }),
};

/**
 * What an event of the billing tells a person; undefined: nothing. A back end of another make may tell of more, or lack a
 * fact: what can't be put into words is not told.
 */
export function newsOfEvent(eventKind: string, facts: Facts): News | undefined {
  const kind = Object.hasOwn(kinds, eventKind) ? kinds[eventKind] : undefined;
  if (kind === undefined) return undefined;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(readers[kind](facts))) {
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return { kind, params };
}
