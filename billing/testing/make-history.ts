import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { newId } from '#platform/uuid.ts';
import type { MeterHandle } from './make-meter.ts';

/** A closed month of a meter. */
export interface MonthFixture {
  readonly period: string;
  /** Closing value of each register. */
  readonly closing: Readonly<Partial<Record<Zone, number>>>;
  /** Default: 'actual'; 'actual' and 'brought' months have readings too. */
  readonly basis?: 'actual' | 'brought' | 'estimated';
  /** Reading within the month, for 'brought'. */
  readonly reading?: { readonly date: string; readonly values: Readonly<Partial<Record<Zone, number>>> };
}

/** Inserts consumption and readings of months, oldest first; opening values are the previous closing values. */
export async function insertHistory(
  db: BillingDatabase,
  accountNumber: string,
  meter: MeterHandle,
  months: readonly MonthFixture[],
): Promise<void> {
  const last: Partial<Record<Zone, number>> = { ...meter.installedValues };
  for (const month of months) {
    const period = billingPeriod(month.period);
    const basis = month.basis ?? 'actual';
    for (const zone of meter.zones) {
      const opening = last[zone] ?? 0;
      const closing = month.closing[zone] ?? opening;
      const units = (closing - opening + 10 ** meter.digitCapacity) % 10 ** meter.digitCapacity;
      last[zone] = closing;
      await db
        .insertInto('billing.consumption')
        .values({
          account_number: accountNumber,
          period,
          meter_id: meter.meterId,
          zone,
          from_date: firstDay(period),
          to_date: firstDayAfter(period),
          opening_value: BigInt(opening),
          closing_value: BigInt(closing),
          energy_wh: BigInt(units * meter.coefficient * 1000),
          basis,
        })
        .execute();
      if (basis === 'estimated') continue;
      await db
        .insertInto('billing.reading')
        .values({
          account_number: accountNumber,
          meter_id: meter.meterId,
          zone,
          reading_id: newId(),
          period,
          value: BigInt(month.reading?.values[zone] ?? closing),
          effective_date: month.reading?.date ?? firstDayAfter(period),
          submitted_at: `${firstDayAfter(period)}T09:00:00Z`,
          source: 'import',
          status: 'accepted',
        })
        .execute();
    }
  }
}
