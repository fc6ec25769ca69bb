import {
  addMonths,
  type BillingPeriod,
  firstDay,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, compareDates, daysBetween, earlierOf, type LocalDate } from '#domain/time/local-date.ts';
import type { ReadingPlacement } from './meter-facts.ts';
import type { ReadingParams } from './reading-code.ts';
import type { CustomerType, WindowRules } from './reading-rules.ts';

export type PeriodState = 'open' | 'closing' | 'closed';

/** `closesAt` is the first moment at which the window is shut. */
export type SubmissionWindow = {
  period: BillingPeriod;
  opensOn: LocalDate;
  closesAt: Instant;
  isOpen: boolean;
};

/** Periods are closed one after another; more than this many closed ones ahead of the calendar is not a state of a supplier. */
const MAX_PERIODS_AHEAD = 12;

/**
 * The period and the effective date of a reading given now (KKOEE 8.6.3, product.md §7): in the last days of a month and
 * the first days of the next it counts as of the 1st, on another day as of that day. What comes after the closing moment,
 * or for a month that is not open, never changes that month: it enters the next, and while the month is being closed the
 * customer is told so.
 */
export function placeReading(
  now: Instant,
  stateOf: (period: BillingPeriod) => PeriodState,
  rules: WindowRules,
): ReadingPlacement {
  const today = kyivDateOf(now);
  const month = periodOf(today);
  const closingMonth = addMonths(month, -1);
  const isFirstDays = daysBetween(firstDay(month), today) < rules.firstDays;
  const isLastDays = compareDates(today, opensOn(month, rules)) >= 0;
  const inTime = isFirstDays && now < closesAt(closingMonth, rules);

  const effectiveDate = isLastDays ? firstDayAfter(month) : isFirstDays ? firstDay(month) : today;
  let period = inTime && !isLastDays ? closingMonth : month;
  const stateOfClosing = stateOf(closingMonth);
  let late =
    !isLastDays && (stateOfClosing === 'closing' || (isFirstDays && !inTime && stateOfClosing === 'open'));
  for (let step = 0; step < MAX_PERIODS_AHEAD && stateOf(period) !== 'open'; step++) {
    period = addMonths(period, 1);
    late = true;
  }
  const inWindow = isLastDays || inTime;
  return {
    submittedOn: today,
    period,
    effectiveDate,
    inWindow,
    taken: inWindow || rules.outsideWindow === 'accept',
    notInCalculation: late,
  };
}

/** The window that is open now, else the next to open: for the countdown on the home page. */
export function nextWindow(now: Instant, rules: WindowRules): SubmissionWindow {
  const month = periodOf(kyivDateOf(now));
  const closingMonth = addMonths(month, -1);
  const period = now < closesAt(closingMonth, rules) ? closingMonth : month;
  const opens = opensOn(period, rules);
  return { period, opensOn: opens, closesAt: closesAt(period, rules), isOpen: now >= kyivMidnight(opens) };
}

/** The first moment at which nobody's readings are taken for a period any more. */
export function readingsTakenUntil(
  period: BillingPeriod,
  window: Readonly<Record<CustomerType, WindowRules>>,
): Instant {
  return Math.max(closesAt(period, window.person), closesAt(period, window.entity)) as Instant;
}

/**
 * When readings are given for a period, whoever the customer is: from the midnight of the first day that opens until the last
 * moment that shuts.
 */
export function widestWindow(
  period: BillingPeriod,
  window: Readonly<Record<CustomerType, WindowRules>>,
): { readonly opensOn: LocalDate; readonly closesAt: Instant } {
  return {
    opensOn: earlierOf(opensOn(period, window.person), opensOn(period, window.entity)),
    closesAt: readingsTakenUntil(period, window),
  };
}

/** The period whose widest window opened last. */
export function lastOpenedPeriod(
  now: Instant,
  window: Readonly<Record<CustomerType, WindowRules>>,
): BillingPeriod {
  const month = periodOf(kyivDateOf(now));
  return now >= kyivMidnight(widestWindow(month, window).opensOn) ? month : addMonths(month, -1);
}

function opensOn(period: BillingPeriod, rules: WindowRules): LocalDate {
  return addDays(firstDayAfter(period), -rules.lastDays);
}

/** The last day on which readings are taken for the period, or a part of it: never after the first days are over. */
export function lastDayInTime(period: BillingPeriod, rules: WindowRules): LocalDate {
  return addDays(firstDayAfter(period), daysInTime(rules) - 1);
}

/** How many days of the next month readings of a period are taken on. */
export function daysInTime({ closingDay, firstDays }: WindowRules): number {
  return Math.min(closingDay, firstDays);
}

/** What texts say of the window: values for those of the code; none for other codes. `untilDay` 0: until the month ends. */
export function windowParams(code: string, rules: WindowRules): ReadingParams {
  const { lastDays, firstDays, closingDay, closingHour } = rules;
  if (code === 'readings.accepted') return { lastDays, firstDays };
  if (code === 'readings.personInputBlocked')
    return { untilDay: daysInTime(rules), untilHour: closingDay > firstDays ? 24 : closingHour };
  return {};
}

/** What the text of an accepted reading says of its day: `inWindow` 1, given in the window and counted as of the 1st. */
export function acceptedParams({
  inWindow,
  effectiveDate,
  period,
}: Pick<ReadingPlacement, 'inWindow' | 'effectiveDate' | 'period'>): ReadingParams {
  return inWindow && effectiveDate === firstDayAfter(period) ? { inWindow: 1 } : {};
}

/** The first moment at which readings are no longer taken for the period. */
function closesAt(period: BillingPeriod, rules: WindowRules): Instant {
  const day = lastDayInTime(period, rules);
  if (rules.closingDay > rules.firstDays) return kyivMidnight(addDays(day, 1));
  return kyivInstant(day, rules.closingHour, 0);
}
