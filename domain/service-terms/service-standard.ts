import type { Kopiykas } from '../money.ts';
import type { LocalDate } from '../time/local-date.ts';
import { newestOf } from './work-calendar.ts';

/** Whose sums of compensation apply. Source: NEURC № 375, clause 4.3. */
export const compensationClasses = ['household', 'smallBusiness', 'other'] as const;
export type CompensationClass = (typeof compensationClasses)[number];

/** So many working or calendar days after the day of receipt. */
export interface Term {
  readonly days: number;
  readonly unit: 'working' | 'calendar';
}

/** How soon the supplier must answer, from a date on. Another term or sum is another record. */
export interface ServiceStandard {
  readonly code: string;
  readonly validFrom: LocalDate;
  readonly term: Term;
  /** The act and clause. */
  readonly basis: string;
  /** Days from receipt, in all, to which it may be extended with notice; null: it may not. */
  readonly extensionDays: number | null;
  readonly compensation: {
    /** Of one breach. */
    readonly amounts: Readonly<Record<CompensationClass, Kopiykas>>;
    /** After which it is due, when that is later than the term itself; null: after the term. */
    readonly term: Term | null;
  } | null;
}

/** The standard of that code for what is received on that day; undefined: there is none. */
export function standardOn(
  standards: readonly ServiceStandard[],
  code: string,
  date: LocalDate,
): ServiceStandard | undefined {
  return newestOf(
    standards.filter((standard) => standard.code === code),
    date,
  );
}
