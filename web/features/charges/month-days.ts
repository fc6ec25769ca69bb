import { type BillingPeriod, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, daysBetween } from '#domain/time/local-date.ts';
import type { MeasuredRegister } from './calculation-types.ts';

/** How the consumption of a day is known: read from the meter, average, or not counted (yet). */
export type DayKind = 'read' | 'average' | 'ahead';

type Counted = Pick<MeasuredRegister, 'from' | 'to' | 'readAsOf' | 'basis'>;

/** The days of a month in order; with several registers the least certain one decides. */
export function monthDays(period: string, registers: readonly Counted[]): readonly DayKind[] {
  const month: BillingPeriod = billingPeriod(period);
  const first = firstDay(month);
  const count = daysBetween(first, firstDayAfter(month));
  return Array.from({ length: count }, (_, index) => {
    const day: string = addDays(first, index);
    const counted = registers.filter(({ from, to }) => from <= day && day <= to);
    if (counted.length === 0) return 'ahead';
    const isRead = counted.every(
      ({ basis, readAsOf }) => basis === 'actual' || (readAsOf !== null && day < readAsOf),
    );
    return isRead ? 'read' : 'average';
  });
}
