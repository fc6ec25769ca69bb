import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivMidnight, kyivTimeOf } from '../time/kyiv.ts';
import { addDays, daysBetween, type LocalDate } from '../time/local-date.ts';
import { nthDayAfter } from '../time/working-days.ts';
import type { ServiceStandard, Term } from './service-standard.ts';
import { isWorkday, type WorkCalendar } from './work-calendar.ts';

/** A term with the rule and the calendar it was counted by, as it is kept on a request: later rules do not change it. */
export interface FrozenTerm {
  readonly standardCode: string;
  readonly standardValidFrom: LocalDate;
  readonly term: Term;
  readonly calendarVersion: number;
  readonly receivedOn: LocalDate;
  /** The last day of the term. */
  readonly dueOn: LocalDate;
}

/**
 * The Kyiv day on which it counts as received. Source: facts 1.4: what arrives after hours is registered on the next
 * working day.
 */
export function receivedOn(receivedAt: Instant, calendar: WorkCalendar): LocalDate {
  const { date, hour, minute } = kyivTimeOf(receivedAt);
  if (!calendar.afterHoursIsNextDay) return date;
  const isInTime = isWorkday(calendar, date) && hour * 60 + minute < calendar.closesAt;
  return isInTime ? date : nthDayAfter(date, 1, (day) => isWorkday(calendar, day));
}

/**
 * The last day of a term that starts on the day after receipt. A term of calendar days that ends on a day off ends on the
 * next working day. Source: Civil Code, articles 253 and 254.
 */
export function lastDayOf(term: Term, received: LocalDate, calendar: WorkCalendar): LocalDate {
  if (term.unit === 'working') return nthDayAfter(received, term.days, (day) => isWorkday(calendar, day));
  const last = addDays(received, term.days);
  return isWorkday(calendar, last) ? last : nthDayAfter(last, 1, (day) => isWorkday(calendar, day));
}

/** Counted from the receipt, whenever it is asked: a change of topic gives what the topic would have had from the start. */
export function freezeTerm(
  receivedAt: Instant,
  standard: ServiceStandard,
  calendar: WorkCalendar,
): FrozenTerm {
  const received = receivedOn(receivedAt, calendar);
  return {
    standardCode: standard.code,
    standardValidFrom: standard.validFrom,
    term: standard.term,
    calendarVersion: calendar.version,
    receivedOn: received,
    dueOn: lastDayOf(standard.term, received, calendar),
  };
}

/** The latest day to which the term may be extended; null: it may not be. Source: Law 393/96-ВР, article 20: 45 days in all. */
export function latestExtension(
  received: LocalDate,
  dueOn: LocalDate,
  { extensionDays }: Pick<ServiceStandard, 'extensionDays'>,
): LocalDate | null {
  if (extensionDays === null) return null;
  const latest = addDays(received, extensionDays);
  return latest > dueOn ? latest : null;
}

type TermState = 'inTime' | 'dueToday' | 'breached';

/** What is left of a term. It never pauses. */
export interface TermLeft {
  readonly state: TermState;
  /** Calendar days to the last day; negative after it. */
  readonly daysLeft: number;
  /** Of the whole term, 1 at its start, 0 at its end, negative after it. */
  readonly share: number;
}

/** The state at a moment. The breach is on the day after the last one. Source: NEURC № 375, terms. */
export function termLeft(
  { receivedOn, dueOn }: Pick<FrozenTerm, 'receivedOn' | 'dueOn'>,
  now: Instant,
): TermLeft {
  const daysLeft = daysBetween(kyivDateOf(now), dueOn);
  const end = kyivMidnight(addDays(dueOn, 1));
  const start = kyivMidnight(addDays(receivedOn, 1));
  return {
    state: daysLeft > 0 ? 'inTime' : daysLeft === 0 ? 'dueToday' : 'breached',
    daysLeft,
    share: Math.min(1, (end - now) / (end - start)),
  };
}
