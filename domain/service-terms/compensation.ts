import { addDays, type LocalDate } from '../time/local-date.ts';
import { lastDayOf } from './legal-clock.ts';
import type { CompensationClass, ServiceStandard } from './service-standard.ts';
import type { WorkCalendar } from './work-calendar.ts';

/** Up to so much contracted power a customer who is no household is a small one. Source: facts 2.1. */
const smallBusinessWatts = 50_000;

/** The class of a customer, by the contracted power of all metering points of the account together. */
export function compensationClassOf(customer: {
  readonly customerType: 'person' | 'entity';
  readonly contractedWatts: number;
}): CompensationClass {
  if (customer.customerType === 'person') return 'household';
  return customer.contractedWatts <= smallBusinessWatts ? 'smallBusiness' : 'other';
}

/**
 * The last day of an answer that owes no compensation; undefined: the standard has none. It is the last day of the term, or of
 * the longer term after which the compensation is due.
 */
export function lastDayWithoutCompensation(
  { compensation }: Pick<ServiceStandard, 'compensation'>,
  term: { readonly receivedOn: LocalDate; readonly dueOn: LocalDate },
  calendar: WorkCalendar,
): LocalDate | undefined {
  if (compensation === null) return undefined;
  return compensation.term === null ? term.dueOn : lastDayOf(compensation.term, term.receivedOn, calendar);
}

/** Why a breach is not compensated. Source: facts 1.3, not confirmed. */
export const compensationExclusions = [
  'forceMajeure',
  'customerFault',
  'noAccess',
  'noData',
  'hostilities',
] as const;
export type CompensationExclusion = (typeof compensationExclusions)[number];

/** 'approved' is not in the ledger yet, 'booked' is; of 'reversed' the entry was taken back. */
export const compensationStates = ['proposed', 'approved', 'excluded', 'booked', 'reversed'] as const;
export type CompensationState = (typeof compensationStates)[number];

/** In how many calendar days after a breach a compensation is to be given, from a date on. */
export interface CompensationRule {
  readonly validFrom: LocalDate;
  readonly days: number;
  /** Act and clause. */
  readonly basis: string;
}

/** The last day on which a compensation is given in time; the rule is that of the day of the breach. */
export function compensationDueBy(
  breachedOn: LocalDate,
  { days }: Pick<CompensationRule, 'days'>,
): LocalDate {
  return addDays(breachedOn, days);
}
