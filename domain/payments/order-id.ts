import { type BillingPeriod, parseBillingPeriod } from '#domain/time/billing-period.ts';
import { billReference } from './purpose-words.ts';

const SHAPE = /^(.+)-(\d{2})(\d{4})-([1-9]\d{0,8})$/;

export type PaymentOrder = { accountNumber: string; period: BillingPeriod; attempt: number };

/**
 * The order id at a provider: account, period and an attempt counter, unique per attempt: "2390001111-102026-3".
 * `attempt` starts at 1.
 */
export function orderId({ accountNumber, period, attempt }: PaymentOrder): string {
  return `${billReference(accountNumber, period)}-${attempt}`;
}

/** The reverse; undefined when the text is not our order id. */
export function parseOrderId(text: string): PaymentOrder | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const [, accountNumber = '', month, year, attempt] = match;
  const period = parseBillingPeriod(`${year}-${month}`);
  return period && { accountNumber, period, attempt: Number(attempt) };
}
