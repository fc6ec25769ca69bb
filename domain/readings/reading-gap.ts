import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';

/** What a meter lacks; `last` is the day of its oldest last reading and the days from it on, when each register has one. */
export type ReadingGap = { last?: { date: LocalDate; days: number } };

/**
 * Whether a reading given now would tell more than what stands: a register has none as of that day or a later one. Undefined:
 * it would not. In the window the day is the 1st, and the days before it are charged by average without another reading.
 */
export function readingGap(
  registers: readonly { currentDate: string | null }[],
  effectiveDate: string,
): ReadingGap | undefined {
  const lacking = registers.filter(({ currentDate }) => currentDate === null || currentDate < effectiveDate);
  if (lacking.length === 0) return undefined;
  const dates = lacking.flatMap(({ currentDate }) => currentDate ?? []).toSorted() as LocalDate[];
  const [date] = dates;
  if (date === undefined || dates.length < lacking.length) return {};
  return { last: { date, days: daysBetween(date, effectiveDate as LocalDate) } };
}
