import type { LocalDate } from '../time/local-date.ts';
import { weekdayOf } from '../time/working-days.ts';

/**
 * An exception of the week: a public holiday is off unless holidays are working days, a day off is always off, a workday
 * always on (a Saturday that is worked instead).
 */
export type CalendarException = 'holiday' | 'dayOff' | 'workday';

/** When the supplier works. A version never changes once a term was counted by it: another rule is another version. */
export interface WorkCalendar {
  readonly version: number;
  /** Requests received from this day on are counted by it. */
  readonly validFrom: LocalDate;
  /** 1 (Monday) to 7 (Sunday). */
  readonly weeklyDaysOff: ReadonlySet<number>;
  readonly exceptions: ReadonlyMap<LocalDate, CalendarException>;
  /** Under martial law holidays are ordinary working days and are not moved. Source: Law 2136-IX, article 6. */
  readonly holidaysAreWorkdays: boolean;
  /** Minutes since the Kyiv midnight of a working day. */
  readonly opensAt: number;
  readonly closesAt: number;
  /** What comes after the end of work, or on a day off, counts as received on the next working day. */
  readonly afterHoursIsNextDay: boolean;
}

export function isWorkday(
  calendar: Pick<WorkCalendar, 'weeklyDaysOff' | 'exceptions' | 'holidaysAreWorkdays'>,
  date: LocalDate,
): boolean {
  const exception = calendar.exceptions.get(date);
  if (exception === 'dayOff') return false;
  if (exception === 'workday') return true;
  if (exception === 'holiday' && !calendar.holidaysAreWorkdays) return false;
  return !calendar.weeklyDaysOff.has(weekdayOf(date));
}

/** Of calendars, or of records of one standard, the newest that is valid on that day; of two of the same day the later in the list. */
export function newestOf<Dated extends { readonly validFrom: LocalDate }>(
  list: readonly Dated[],
  date: LocalDate,
): Dated | undefined {
  let newest: Dated | undefined;
  for (const one of list) {
    if (one.validFrom <= date && (newest === undefined || one.validFrom >= newest.validFrom)) newest = one;
  }
  return newest;
}
