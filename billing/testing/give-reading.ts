import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { newId } from '#platform/uuid.ts';

/** Inserts an accepted reading of a period as of a day; one row per register. */
export async function giveReading(
  db: BillingDatabase,
  reading: {
    readonly accountNumber: string;
    readonly meterId: string;
    readonly period: string;
    readonly effectiveDate: string;
    readonly values: Readonly<Partial<Record<Zone, number>>>;
    readonly status?: 'accepted' | 'underReview';
  },
): Promise<void> {
  await db
    .insertInto('billing.reading')
    .values(
      Object.entries(reading.values).map(([zone, value]) => ({
        account_number: reading.accountNumber,
        meter_id: reading.meterId,
        zone,
        reading_id: newId(),
        period: reading.period,
        value: BigInt(value),
        effective_date: reading.effectiveDate,
        submitted_at: `${reading.effectiveDate}T09:00:00Z`,
        source: 'customer',
        status: reading.status ?? 'accepted',
      })),
    )
    .execute();
}
