import { addMonths, type BillingPeriod, daysIn, firstDay } from '../time/billing-period.ts';
import { addDays, type LocalDate, laterOf } from '../time/local-date.ts';
import { addWorkingDays } from '../time/working-days.ts';

/** The supplier's terms of payment. */
export interface DueDateTerms {
  /** Day of the month after the period; in a shorter month its last day. */
  readonly dayOfMonth: number;
  /** The customer has at least so many working days from the issue of the bill. */
  readonly leastWorkingDays: number;
  readonly holidays?: ReadonlySet<LocalDate>;
}

export const defaultDueDateTerms: DueDateTerms = { dayOfMonth: 20, leastWorkingDays: 5 };

/** The last day to pay a bill: the 20th of the next month, or later when the bill came out late. Source: facts 2.3. */
export function dueDate(
  period: BillingPeriod,
  issuedOn: LocalDate,
  terms: DueDateTerms = defaultDueDateTerms,
): LocalDate {
  const next = addMonths(period, 1);
  const usual = addDays(firstDay(next), Math.min(terms.dayOfMonth, daysIn(next)) - 1);
  return laterOf(usual, addWorkingDays(issuedOn, terms.leastWorkingDays, terms.holidays));
}
