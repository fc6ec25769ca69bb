import { addMonths, type BillingPeriod, daysIn, firstDay, firstDayAfter } from '../time/billing-period.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { isWorkingDay } from '../time/working-days.ts';

/** When a correction of a month may be asked for at the latest: data of the contract, for which no general rule exists. */
export interface CorrectionTerms {
  readonly rule: 'monthBefore' | 'monthItself' | 'workingDaysBefore';
  /** A day of the month before or of the month itself, of a shorter month its last one; or so many working days before it begins. */
  readonly day: number;
}

/** The last day of asking for a correction of a month; null terms: the last day of the month itself. */
export function correctionDeadline(
  terms: CorrectionTerms | null,
  period: BillingPeriod,
  holidays: ReadonlySet<LocalDate>,
): LocalDate {
  switch (terms?.rule) {
    case undefined:
      return addDays(firstDayAfter(period), -1);
    case 'monthBefore':
      return dayOf(addMonths(period, -1), terms.day);
    case 'monthItself':
      return dayOf(period, terms.day);
    case 'workingDaysBefore': {
      let day = firstDay(period);
      for (let left = terms.day; left > 0; ) {
        day = addDays(day, -1);
        if (isWorkingDay(day, holidays)) left -= 1;
      }
      return day;
    }
  }
}

function dayOf(period: BillingPeriod, day: number): LocalDate {
  return addDays(firstDay(period), Math.min(day, daysIn(period)) - 1);
}
