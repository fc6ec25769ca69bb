import { expect, test } from 'vitest';
import { CLOSING_EXCEPTION_LIST, CLOSING_RUN_LIST, CLOSING_RUN_START } from '#billing/api/billing-periods.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { executeRuns } from '#billing/modules/charges/runs/execute-runs.ts';
import { startTestBilling } from '#billing/testing/start-test-billing.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

test('a dry run of the open month finds no account that stops its closing, and three to look at', async () => {
  const supplier = await startTestBilling('2026-12-01T10:00:00Z', await createSampleDatabase('2026-12-01'));
  const { db, pool, close } = connectDatabase<unknown>({ url: supplier.url, poolSize: 6 });
  try {
    const asked = {
      period: billingPeriod('2026-12'),
      dryRunNumber: null,
      isEarly: false,
      undecidedReadings: null,
      reason: '',
    };
    await supplier.ask(CLOSING_RUN_START, { ...asked, kind: 'dryRun', askedBy: 'Олена' });
    await executeRuns({ db: db as BillingDatabase, pool, clock: supplier.clock });
    const { runs } = await supplier.ask(CLOSING_RUN_LIST, { limit: 1 });
    expect(runs[0]).toMatchObject({ state: 'done', totals: { stopping: 0 } });
    const { exceptions } = await supplier.ask(CLOSING_EXCEPTION_LIST, {
      runNumber: runs[0]?.runNumber ?? 0,
      kind: null,
      account: null,
      after: null,
      limit: 10,
    });
    expect(exceptions.map(({ account, kind }) => [account, kind])).toEqual([
      ['2470010055', 'sudden'],
      ['2400010110', 'byNorm'],
      ['2400010036', 'noMeter'],
    ]);
  } finally {
    await close();
    await supplier.close();
  }
});
