import type { Brand } from '../brand.ts';
import { civilFromDays, daysFromCivil, daysInMonth, digitsAt, pad2, pad4 } from './civil.ts';

/** A calendar day in Kyiv: "2026-10-31". Compares as text. */
export type LocalDate = Brand<string, 'LocalDate'>;

/** Days in a row; the end is the first day that is not part of them. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** The day when the text is one that exists ("2026-02-30" does not), else undefined. */
export function parseLocalDate(text: string): LocalDate | undefined {
  if (!SHAPE.test(text)) return undefined;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const exists = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? (text as LocalDate) : undefined;
}

/** @throws RangeError when the text is not an existing day written "YYYY-MM-DD". */
export function localDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === undefined) throw new RangeError(`Not a date: "${text}"`);
  return date;
}

/** The day n days later (earlier when n is negative). */
export function addDays(date: LocalDate, n: number): LocalDate {
  return localDateFromDayNumber(dayNumber(date) + n);
}

/** Days from a to b: 1 from a day to the next, negative when b is earlier. */
export function daysBetween(a: LocalDate, b: LocalDate): number {
  return dayNumber(b) - dayNumber(a);
}

/** Negative when a is earlier, zero when equal, positive when later; fit for `sort`. */
export function compareDates(a: LocalDate, b: LocalDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Days that both have; none when there are none. */
export function daysInCommon(a: DayRange, b: DayRange): number {
  return Math.max(daysBetween(laterOf(a.from, b.from), earlierOf(a.to, b.to)), 0);
}

export function laterOf(a: LocalDate, b: LocalDate): LocalDate {
  return compareDates(a, b) > 0 ? a : b;
}

/** The earlier of two dates. */
export function earlierOf(a: LocalDate, b: LocalDate): LocalDate {
  return compareDates(a, b) < 0 ? a : b;
}

/** "31.10.2026". */
export function formatDate(date: LocalDate): string {
  return `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** Days since 1970-01-01. */
export function dayNumber(date: LocalDate): number {
  return daysFromCivil(digitsAt(date, 0, 4), digitsAt(date, 5, 2), digitsAt(date, 8, 2));
}

/**
 * The reverse of `dayNumber`.
 * @throws RangeError outside the years 1–9999.
 */
export function localDateFromDayNumber(days: number): LocalDate {
  const { year, month, day } = civilFromDays(days);
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`No such day: ${days} days from 1970-01-01`);
  return `${pad4(year)}-${pad2(month)}-${pad2(day)}` as LocalDate;
}
