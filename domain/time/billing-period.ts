import type { Brand } from '../brand.ts';
import { daysInMonth, digitsAt, pad2, pad4 } from './civil.ts';
import type { LocalDate } from './local-date.ts';

/** A calendar month of settlement: "2026-10". Compares as text. Source: product.md 7, facts 2.2. */
export type BillingPeriod = Brand<string, 'BillingPeriod'>;

const SHAPE = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export function parseBillingPeriod(text: string): BillingPeriod | undefined {
  return SHAPE.test(text) && !text.startsWith('0000') ? (text as BillingPeriod) : undefined;
}

/** @throws RangeError when the text is not a month written "YYYY-MM". */
export function billingPeriod(text: string): BillingPeriod {
  const period = parseBillingPeriod(text);
  if (period === undefined) throw new RangeError(`Not a billing period: "${text}"`);
  return period;
}

export function periodOf(date: LocalDate): BillingPeriod {
  return date.slice(0, 7) as BillingPeriod;
}

export function firstDay(period: BillingPeriod): LocalDate {
  return `${period}-01` as LocalDate;
}

/** The 1st of the next month: where the closing values of the period stand. */
export function firstDayAfter(period: BillingPeriod): LocalDate {
  return firstDay(addMonths(period, 1));
}

export function daysIn(period: BillingPeriod): number {
  return daysInMonth(digitsAt(period, 0, 4), digitsAt(period, 5, 2));
}

/**
 * The period n months later (earlier when n is negative).
 * @throws RangeError outside the years 1–9999.
 */
export function addMonths(period: BillingPeriod, n: number): BillingPeriod {
  const month = monthNumber(period) + n;
  const year = Math.floor(month / 12);
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`No such period: ${period} and ${n} months`);
  return `${pad4(year)}-${pad2(month - year * 12 + 1)}` as BillingPeriod;
}

/** Negative when a is earlier, zero when equal, positive when later; fit for `sort`. */
export function comparePeriods(a: BillingPeriod, b: BillingPeriod): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Months from a to b: 1 from a period to the next, negative when b is earlier. */
export function periodsBetween(a: BillingPeriod, b: BillingPeriod): number {
  return monthNumber(b) - monthNumber(a);
}

/** "10.2026". */
export function formatPeriod(period: BillingPeriod): string {
  return `${period.slice(5)}.${period.slice(0, 4)}`;
}

function monthNumber(period: BillingPeriod): number {
  return digitsAt(period, 0, 4) * 12 + digitsAt(period, 5, 2) - 1;
}
