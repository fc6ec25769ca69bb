import type { Kopiykas } from '../money.ts';
import { addMonths, daysIn, firstDay, periodOf } from '../time/billing-period.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';

/** A part of a schedule. */
export interface Instalment {
  readonly dueOn: LocalDate;
  readonly sum: Kopiykas;
}

/**
 * Equal parts of a sum by month, from a day on, on the same day of each month or its last one. Kopiykas that cannot be shared belong to the
 * first part, so that the parts are exactly the sum.
 * @param count At least 1.
 */
export function shareInstalments(sum: Kopiykas, firstOn: LocalDate, count: number): readonly Instalment[] {
  const equal = (sum / BigInt(count)) as Kopiykas;
  const rest = (sum - equal * BigInt(count)) as Kopiykas;
  const day = Number(firstOn.slice(8));
  return Array.from({ length: count }, (_, index) => {
    const period = addMonths(periodOf(firstOn), index);
    return {
      dueOn: addDays(firstDay(period), Math.min(day, daysIn(period)) - 1),
      sum: (index === 0 ? equal + rest : equal) as Kopiykas,
    };
  });
}
