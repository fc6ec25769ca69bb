import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { closedMonths } from '#sample/households/household-history.ts';
import { openSupplierFolder } from '#sample/supplier-folder.ts';
import { addChain, chainAccount } from './add-chain.ts';

test('addChain writes an account of so many points that is imported and charged', async () => {
  const today = localDate('2026-11-20');
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-chain-'));
  const database = await createTestDatabase();
  const { db, pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  onTestFinished(async () => {
    await close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const target = openSupplierFolder({ folder, today, periods: closedMonths(today, 2) });
  addChain(target, 400);
  target.close();
  const clock = fixedClock(kyivInstant(today, 12, 0));
  const result = await importFolder({ db: db as BillingDatabase, pool, folder, clock });
  expect(result).toMatchObject({
    kind: 'loaded',
    closedPeriods: ['2026-09', '2026-10'],
    added: { contract_point: 400, meter: 400, reading: 1200 },
  });
  const { rows } = await pool.query(
    `select count(distinct eic_code)::int as points, count(*)::int as lines
     from billing.invoice_line where account_number = $1 and period = '2026-10'`,
    [chainAccount],
  );
  expect(rows).toEqual([{ points: 400, lines: 1600 }]);
});
