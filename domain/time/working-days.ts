import { dayNumber, type LocalDate, localDateFromDayNumber } from './local-date.ts';

/** Monday to Friday and not among the holidays, which are empty while holidays are working days (`ReadingRules.holidaysAreWorkingDays`). */
export function isWorkingDay(date: LocalDate, holidays: ReadonlySet<LocalDate>): boolean {
  return weekdayOf(date) <= 5 && !holidays.has(date);
}

/** The n-th working day after the date (n ≥ 0; 0 gives the date itself, whatever day it is). */
export function addWorkingDays(date: LocalDate, n: number, holidays: ReadonlySet<LocalDate>): LocalDate {
  return nthDayAfter(date, n, (day) => isWorkingDay(day, holidays));
}

/** The n-th of the days after the date that count (n ≥ 0; 0 gives the date itself, whatever day it is). */
export function nthDayAfter(date: LocalDate, n: number, counts: (date: LocalDate) => boolean): LocalDate {
  let day = dayNumber(date);
  for (let left = n; left > 0; ) {
    day += 1;
    if (counts(localDateFromDayNumber(day))) left -= 1;
  }
  return localDateFromDayNumber(day);
}

/** 1 (Monday) to 7 (Sunday); 1970-01-01 was a Thursday. */
export function weekdayOf(date: LocalDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}
