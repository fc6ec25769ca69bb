import { addMonths, type BillingPeriod, comparePeriods } from '#domain/time/billing-period.ts';

/** Most months in one document. */
export const longestDocument = 60;

/** The months of which a document can be made, both included. */
export interface MonthSpan {
  readonly first: BillingPeriod;
  readonly last: BillingPeriod;
}

/** What is wrong with one end of the months that were chosen. */
export interface MonthsProblem {
  readonly at: 'from' | 'to';
  readonly problem: 'tooEarly' | 'tooLate' | 'reversed' | 'tooLong';
}

/**
 * What is wrong with the months of a document, one problem for each end at most; none: they are right. A document is of
 * months that are closed, not of a time before the account, and of 60 months at most (product.md §7: a closed month
 * changes no more).
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
  return comparePeriods(to, addMonths(from, longestDocument)) >= 0 ? 'tooLong' : undefined;
}
