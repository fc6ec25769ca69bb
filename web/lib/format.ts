import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import { monthNames } from '#domain/time/month-names.template.ts';
import { text } from './text.ts';

const NO_BREAK_SPACE = '\u00a0';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A sum from the wire ("1234.56", also "0") as it is shown: "1 234,56". */
export function showMoney(wire: string): string {
  return formatMoney(moneyFromWire(wire.includes('.') ? wire : `${wire}.00`));
}

/** "432,50 грн", kept on one line. */
export function showSum(wire: string): string {
  return `${showMoney(wire)}${NO_BREAK_SPACE}${text.hryvnia}`;
}

/** Whether a sum from the wire is more or less than nothing; "0" and "0.00" are nothing. */
export function isSomeMoney(wire: string): boolean {
  return /[1-9]/.test(wire);
}

/** Whole kilowatt-hours: "1 234". */
export function showNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

/** "1 234 кВт·год", kept on one line. */
export function showKwh(value: number): string {
  return `${showNumber(value)}${NO_BREAK_SPACE}${text.kwh}`;
}

/** A date from the wire as it is shown: "31.10.2026". */
export function showDate(wire: string): string {
  return formatDate(localDate(wire));
}

/** A moment from the wire on a Kyiv clock: "02.12.2026 13:00". */
export function showMoment(wire: string): string {
  return formatMoment(Date.parse(wire) as Instant);
}

/** A period from the wire in words: "жовтень 2026". */
export function showPeriod(wire: string): string {
  return `${monthNames[monthOf(wire)] ?? ''}${NO_BREAK_SPACE}${wire.slice(0, 4)}`;
}

/** The name of its month alone: "жовтень". */
export function showMonthName(wire: string): string {
  return monthNames[monthOf(wire)] ?? '';
}

/** The same, short: "жов". */
export function showMonthShort(wire: string): string {
  return text.monthsShort[monthOf(wire)] ?? '';
}

/** How long it still is, in its two largest units: "2 дні 4 год", "4 год 12 хв", "5 хв". Never below zero. */
export function showTimeLeft(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (days > 0) return `${formatText(text.days, { days })} ${hours}${NO_BREAK_SPACE}${text.hours}`;
  const rest = `${minutes}${NO_BREAK_SPACE}${text.minutes}`;
  return hours > 0 ? `${hours}${NO_BREAK_SPACE}${text.hours} ${rest}` : rest;
}

function monthOf(wire: string): number {
  return Number(wire.slice(5, 7)) - 1;
}
