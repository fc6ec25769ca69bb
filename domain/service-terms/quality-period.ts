import type { LocalDate } from '../time/local-date.ts';
import { addDays, type DayRange, earlierOf, localDate } from '../time/local-date.ts';

/** Years that can be asked for, this one included. */
const maxYears = 5;
const quarters = [4, 3, 2, 1] as const;

/** The days of a year ('2026') or a quarter ('2026-Q3') until the last day that is counted; `to` is before `from` when it has not begun. */
export function daysOfQualityPeriod(period: string, lastDay: LocalDate): DayRange {
  const [year = '', quarter] = period.split('-Q');
  const firstMonth = quarter === undefined ? 1 : 3 * Number(quarter) - 2;
  const afterMonth = quarter === undefined ? 13 : firstMonth + 3;
  const day = (month: number) =>
    month === 13
      ? localDate(`${Number(year) + 1}-01-01`)
      : localDate(`${year}-${String(month).padStart(2, '0')}-01`);
  return { from: day(firstMonth), to: earlierOf(addDays(day(afterMonth), -1), lastDay) };
}

/** Years and quarters that have begun by the last day that is counted, newest first, since the year of the first day. */
export function qualityPeriods(firstDay: LocalDate, lastDay: LocalDate): readonly string[] {
  const last = Number(lastDay.slice(0, 4));
  const first = Math.max(Number(firstDay.slice(0, 4)), last - maxYears + 1);
  const years = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => String(last - index));
  return years.flatMap((year) => [
    year,
    ...quarters
      .map((quarter) => `${year}-Q${quarter}`)
      .filter((period) => daysOfQualityPeriod(period, lastDay).from <= lastDay),
  ]);
}
