import { addMonths, type BillingPeriod, comparePeriods } from '#domain/time/billing-period.ts';

/** Maximum months in one document. */
export const maxDocumentMonths = 60;

/** Months of a document, both included. */
export interface MonthSpan {
  readonly first: BillingPeriod;
  readonly last: BillingPeriod;
}

/** A problem with one end of the chosen months. */
export interface MonthsProblem {
  readonly at: 'from' | 'to';
  readonly problem: 'tooEarly' | 'tooLate' | 'reversed' | 'tooLong';
}

/**
 * Problems of the months of a document, at most one per end; empty when valid. A document covers closed months only,
 * not before the account was opened, at most 60 (product.md §7: a closed month changes no more).
 */
export function checkMonths(
  { first, last }: MonthSpan,
  from: BillingPeriod,
  to: BillingPeriod,
): readonly MonthsProblem[] {
  const outside = (period: BillingPeriod): MonthsProblem['problem'] | undefined => {
    if (comparePeriods(period, first) < 0) return 'tooEarly';
    return comparePeriods(period, last) > 0 ? 'tooLate' : undefined;
  };
  const [early, late] = [outside(from), outside(to)];
  const ends = {
    from: early,
    to: late ?? (early === undefined ? problemOfLength(from, to) : undefined),
  };
  return (['from', 'to'] as const).flatMap((at) => {
    const problem = ends[at];
    return problem === undefined ? [] : [{ at, problem }];
  });
}

function problemOfLength(from: BillingPeriod, to: BillingPeriod): 'reversed' | 'tooLong' | undefined {
  if (comparePeriods(to, from) < 0) return 'reversed';
  return comparePeriods(to, addMonths(from, maxDocumentMonths)) >= 0 ? 'tooLong' : undefined;
}
