import { addDays, compareDates, type LocalDate, localDate } from '#domain/time/local-date.ts';

/** Preset days; the day before the due date only while it is after tomorrow. */
export interface RemindDays {
  readonly tomorrow: LocalDate;
  readonly beforeDue: LocalDate | undefined;
  /** The last day that can be chosen. */
  readonly last: LocalDate;
}

const MAX_DAYS_AHEAD = 366;

/** The days on which a payment reminder can be set. */
export function remindDays(today: LocalDate, dueOn: string | undefined): RemindDays {
  const tomorrow = addDays(today, 1);
  const before = dueOn === undefined ? undefined : addDays(localDate(dueOn), -1);
  return {
    tomorrow,
    beforeDue: before !== undefined && compareDates(before, tomorrow) > 0 ? before : undefined,
    last: addDays(today, MAX_DAYS_AHEAD),
  };
}
