import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { dayNumber, formatDate, type LocalDate } from '#domain/time/local-date.ts';

const DAY_MS = 86_400_000;
const monthAlone = new Intl.DateTimeFormat('uk', { month: 'long', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat('uk', { month: 'short', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('uk', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A sum as calls carry it, for people: "1234.56" → "1 234,56". */
export function sumText(wire: string): string {
  return formatMoney(moneyFromWire(wire));
}

/** Whole kWh for people: 1234 → "1 234". */
export function kwhText(kwh: number): string {
  return formatKwh(fromKwh(Math.trunc(kwh)));
}

/** "2026-10-31" → "31.10.2026". */
export function dateText(wire: string): string {
  return formatDate(wire as LocalDate);
}

/** "2026-11-01" → the day and the name of its month. */
export function dayText(wire: string): string {
  return dayAndMonth.format(utcOf(wire as LocalDate));
}

/** "2026-10" → the name of the month and the year. */
export function periodText(wire: string): string {
  return `${monthName(wire)} ${wire.slice(0, 4)}`;
}

/** "2026-10" → the name of the month alone. */
export function monthName(wire: string): string {
  return monthAlone.format(utcOf(firstDay(wire as BillingPeriod)));
}

/** "2026-10" → the short name of the month, for the foot of a column. */
export function shortMonthName(wire: string): string {
  return monthShort.format(utcOf(firstDay(wire as BillingPeriod))).replace('.', '');
}

/** A moment by the Kyiv clock: "31.10.2026, 09:05". */
export function momentText(wire: string): string {
  const { date, hour, minute } = kyivTimeOf(instantFromIso(wire));
  return `${formatDate(date)}, ${twoDigits(hour)}:${twoDigits(minute)}`;
}

function utcOf(date: LocalDate): number {
  return dayNumber(date) * DAY_MS;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
