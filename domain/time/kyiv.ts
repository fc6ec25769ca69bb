import { type BillingPeriod, firstDay, firstDayAfter } from './billing-period.ts';
import { digitsAt, pad2 } from './civil.ts';
import type { Instant } from './instant.ts';
import {
  type DayRange,
  dayNumber,
  formatDate,
  type LocalDate,
  laterOf,
  localDateFromDayNumber,
} from './local-date.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REMEMBERED_HOURS = 4096;

// The older name of the zone: browsers that do not know "Europe/Kyiv" yet know this one, and it means the same.
const kyivClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Kiev',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

// Kyiv changes its clock at a whole hour of UTC, so an hour has one offset.
const offsetOfHour = new Map<number, number>();

/** The day on the Kyiv calendar at that moment. */
export function kyivDateOf(instant: Instant): LocalDate {
  return localDateFromDayNumber(Math.floor((instant + offsetAt(instant)) / DAY));
}

/** The day, hour (0–23) and minute on a Kyiv clock at that moment. */
export function kyivTimeOf(instant: Instant): { date: LocalDate; hour: number; minute: number } {
  const local = instant + offsetAt(instant);
  const days = Math.floor(local / DAY);
  const minuteOfDay = Math.floor((local - days * DAY) / 60_000);
  return {
    date: localDateFromDayNumber(days),
    hour: Math.floor(minuteOfDay / 60),
    minute: minuteOfDay % 60,
  };
}

/** "31.10.2026 09:05" on a Kyiv clock. Source: base specification, section 5 (dates). */
export function formatMoment(instant: Instant): string {
  const { date, hour, minute } = kyivTimeOf(instant);
  return `${formatDate(date)} ${pad2(hour)}:${pad2(minute)}`;
}

/** The moment the day begins in Kyiv. */
export function kyivMidnight(date: LocalDate): Instant {
  return kyivInstant(date, 0, 0);
}

/**
 * The moment a Kyiv clock shows that time. Of an hour that comes twice (autumn) the first is meant; a time that is
 * skipped (spring) is moved forward by the hour skipped.
 */
export function kyivInstant(date: LocalDate, hour: number, minute: number): Instant {
  const local = dayNumber(date) * DAY + hour * HOUR + minute * 60_000;
  const before = offsetAt(local - DAY);
  const after = offsetAt(local + DAY);
  const candidate = local - before;
  if (before === after || offsetAt(candidate) === before) return candidate as Instant;
  return (offsetAt(local - after) === after ? local - after : candidate) as Instant;
}

/** Hours of a month on a Kyiv clock, counted from its beginning. */
export interface MonthHours {
  readonly from: number;
  /** After the last one. */
  readonly to: number;
  /** Of the whole month: 743 in March, 745 in October. */
  readonly ofMonth: number;
}

/** The hours of days of a month; `to` of the days is the first that is not one of them. */
export function hoursOfDays(
  period: BillingPeriod,
  { from, to }: DayRange = { from: firstDay(period), to: firstDayAfter(period) },
): MonthHours {
  const hoursUntil = (day: LocalDate) => (kyivMidnight(day) - kyivMidnight(firstDay(period))) / HOUR;
  return {
    from: hoursUntil(from),
    to: hoursUntil(laterOf(from, to)),
    ofMonth: hoursUntil(firstDayAfter(period)),
  };
}

function offsetAt(instant: number): number {
  const hour = Math.floor(instant / HOUR);
  const known = offsetOfHour.get(hour);
  if (known !== undefined) return known;
  if (offsetOfHour.size >= REMEMBERED_HOURS) offsetOfHour.clear();
  const offset = askOffset(hour * HOUR);
  offsetOfHour.set(hour, offset);
  return offset;
}

function askOffset(instant: number): number {
  const text = kyivClock.format(instant);
  const day = localDayNumber(text);
  const local =
    day * DAY + digitsAt(text, 12, 2) * HOUR + digitsAt(text, 15, 2) * 60_000 + digitsAt(text, 18, 2) * 1000;
  return local - instant;
}

/** `text` is "31/10/2026, 22:00:00". */
function localDayNumber(text: string): number {
  return dayNumber(`${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}` as LocalDate);
}
