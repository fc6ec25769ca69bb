import { apportion } from '../apportion.ts';
import { type DayRange, daysBetween, daysInCommon, type LocalDate } from '../time/local-date.ts';

/**
 * Shares consumption between two days by average daily consumption (KKOEE 8.6.3): one share up to each of `ends`, in
 * order, and one after the last. Whole units, none lost. An end outside the days gets no share; days in `without` are
 * not counted; when no day counts, the last share gets everything.
 */
export function shareByDays(
  units: number,
  from: LocalDate,
  to: LocalDate,
  ends: readonly LocalDate[],
  without: readonly DayRange[] = [],
): number[] {
  const days: number[] = [];
  let reached = from;
  for (const end of [...ends, to]) {
    const next = end < reached ? reached : end > to ? to : end;
    days.push(countDays({ from: reached, to: next }, without));
    reached = next;
  }
  if (days.every((count) => count === 0)) return days.map((_, index) => (index === ends.length ? units : 0));
  return apportion(units, days);
}

/** Number of days without those in `without`, whose ranges must not overlap. */
export function countDays(days: DayRange, without: readonly DayRange[]): number {
  const left = without.reduce((sum, range) => sum + daysInCommon(range, days), 0);
  return Math.max(daysBetween(days.from, days.to), 0) - left;
}
