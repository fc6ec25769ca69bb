import pg from 'pg';
import { expect, test } from 'vitest';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { migrationSets } from '#cli/open-database.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { closePeriod } from './close-period.ts';

const accounts = 300;
const period = billingPeriod('2026-10');

test('a database that is killed and started again in the middle of a closing loses no account and charges none twice', async () => {
  const data = await temporaryDataFolder();
  const options = { dataFolder: data.path, databaseName: 'svitlo' };
  let database = await startEmbeddedPostgres(options);
  const close = async (onChunk?: (done: number) => void) => {
    const { db, pool, close: disconnect } = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
    const clock = fixedClock(kyivInstant(firstDayAfter(period), 18, 0));
    const onProgress = ({ done }: { done: number }) => onChunk?.(done);
    try {
      const books = db as BillingDatabase;
      const result = await closePeriod({ db: books, pool, clock, period, chunkSize: 20, onProgress });
      return { result, problems: await checkLedger(books) };
    } finally {
      await disconnect();
    }
  };
  try {
    await migrate(database.url, migrationSets);
    const seeding = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
    await seedClosing(seeding, { accounts, periods: [period], withContracts: true, historyMonths: 1 });
    await seeding.end();

    let done = 0;
    const broken = close((accountsDone) => {
      done = accountsDone;
      if (accountsDone === 100) process.kill(database.processId, 'SIGKILL');
    });
    await expect(broken).rejects.toThrow();
    expect(done).toBeGreaterThanOrEqual(100);
    expect(done).toBeLessThan(accounts);

    database = await startEmbeddedPostgres(options);
    const { result, problems } = await close();
    expect(result).toMatchObject({ kind: 'closed', isResumed: true });
    expect(problems).toEqual([]);
    // A client whose connection ends with the database.
    const { pool, close: disconnect } = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
    const { rows } =
      await pool.query(`select count(*)::int as bills, count(distinct account_number)::int as accounts
      from billing.bill where period = '${period}'`);
    await disconnect();
    expect(rows).toEqual([{ bills: accounts, accounts }]);
  } finally {
    await database.stop();
    await data.remove();
  }
}, 120_000);
