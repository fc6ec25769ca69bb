import { addDays, type LocalDate } from '../time/local-date.ts';

/** Terms of violation acts, calendar days. Source: facts 2.5; the exact ones are not confirmed, so they are rules of the supplier. */
export interface ActTerms {
  /** From the service of the invitation to the hearing of the commission. */
  readonly hearingDays: number;
  /** From the bill to the last day of payment. */
  readonly paymentDays: number;
}

/** The first day on which the commission may sit. */
export function earliestHearing(
  servedOn: LocalDate,
  { hearingDays }: Pick<ActTerms, 'hearingDays'>,
): LocalDate {
  return addDays(servedOn, hearingDays);
}

/** The last day to pay an act that was billed on a day. */
export function actDueOn(billedOn: LocalDate, { paymentDays }: Pick<ActTerms, 'paymentDays'>): LocalDate {
  return addDays(billedOn, paymentDays);
}
