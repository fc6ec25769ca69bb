import { addDays, compareDates, type LocalDate, localDate } from '#domain/time/local-date.ts';

/** Days that are ready to be chosen; the day before the last day of payment only while that is after tomorrow. */
export interface RemindDays {
  readonly tomorrow: LocalDate;
  readonly beforeDue: LocalDate | undefined;
  /** The last day that may be chosen. */
  readonly last: LocalDate;
}

const LONGEST_DAYS = 366;

/** On which days one can be reminded of paying. */
export function remindDays(today: LocalDate, dueOn: string | undefined): RemindDays {
  const tomorrow = addDays(today, 1);
  const before = dueOn === undefined ? undefined : addDays(localDate(dueOn), -1);
  return {
    tomorrow,
    beforeDue: before !== undefined && compareDates(before, tomorrow) > 0 ? before : undefined,
    last: addDays(today, LONGEST_DAYS),
  };
}
