import type { BillingDatabase } from '#billing/billing-database.ts';
import { closeMonth } from '../close-month.ts';
import { giveReading } from '../give-reading.ts';
import { type AccountHandle, makeAccount } from '../make-account.ts';

/**
 * Creates a household with the closed worked example month of the domain facts (9.4), October 2026: 80 kWh day, 40 kWh
 * night, 432.00. Needs an existing supplier.
 */
export async function makeWorkedMonth(db: BillingDatabase, databaseUrl: string): Promise<AccountHandle> {
  const household = await makeAccount(db, {
    meters: [{ zoneScheme: 'two', digitCapacity: 6 }],
    history: [{ period: '2026-09', closing: { day: 12_345, night: 4100 } }],
  });
  await giveReading(db, {
    ...household,
    period: '2026-10',
    effectiveDate: '2026-11-01',
    values: { day: 12_425, night: 4140 },
  });
  await closeMonth(databaseUrl, '2026-10');
  return household;
}
