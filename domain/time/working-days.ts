import { dayNumber, type LocalDate, localDateFromDayNumber } from './local-date.ts';

/** Monday to Friday and not among the supplier's holidays (under martial law a holiday is a working day). */
export function isWorkingDay(date: LocalDate, holidays: ReadonlySet<LocalDate>): boolean {
  return !isWeekend(dayNumber(date)) && !holidays.has(date);
}

/** The n-th working day after the date (n ≥ 0; 0 gives the date itself, whatever day it is). */
export function addWorkingDays(date: LocalDate, n: number, holidays: ReadonlySet<LocalDate>): LocalDate {
  let day = dayNumber(date);
  for (let left = n; left > 0; ) {
    day += 1;
    if (isWorkingDay(localDateFromDayNumber(day), holidays)) left -= 1;
  }
  return localDateFromDayNumber(day);
}

/** 1970-01-01 was a Thursday. */
function isWeekend(day: number): boolean {
  const fromMonday = (((day + 3) % 7) + 7) % 7;
  return fromMonday >= 5;
}
