import { addMonths, type BillingPeriod, daysIn, firstDay } from '../time/billing-period.ts';
import { addDays, type LocalDate, laterOf } from '../time/local-date.ts';
import { addWorkingDays } from '../time/working-days.ts';

/** The supplier's terms of payment. */
export interface DueDateTerms {
  /** Day of the month after the period; capped at the last day of a shorter month. */
  readonly dayOfMonth: number;
  /** The customer has at least so many working days from the issue of the bill. */
  readonly minWorkingDays: number;
  readonly holidays: ReadonlySet<LocalDate>;
}

/** The last day to pay a bill: the 20th of the next month, or later when the bill came out late. Source: facts 2.3. */
export function dueDate(period: BillingPeriod, issuedOn: LocalDate, terms: DueDateTerms): LocalDate {
  const next = addMonths(period, 1);
  const usual = addDays(firstDay(next), Math.min(terms.dayOfMonth, daysIn(next)) - 1);
  return laterOf(usual, addWorkingDays(issuedOn, terms.minWorkingDays, terms.holidays));
}
