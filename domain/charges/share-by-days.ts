import { apportion } from '../apportion.ts';
import { daysBetween, type LocalDate } from '../time/local-date.ts';

/**
 * Shares what a register counted between two days by average daily consumption (KKOEE 8.6.3): a share for the days up to each
 * of `ends`, in their order, and one for those after the last. Whole units, none lost. An end outside the days has none of
 * its own; without a day between the two everything belongs to the last share.
 */
export function shareByDays(
  units: number,
  from: LocalDate,
  to: LocalDate,
  ends: readonly LocalDate[],
): number[] {
  const days: number[] = [];
  let reached = from;
  for (const end of [...ends, to]) {
    const next = end < reached ? reached : end > to ? to : end;
    days.push(Math.max(daysBetween(reached, next), 0));
    reached = next;
  }
  if (days.every((count) => count === 0)) return days.map((_, index) => (index === ends.length ? units : 0));
  return apportion(units, days);
}
