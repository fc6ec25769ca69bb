import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { type ImportProgress, importFolder } from '../public.ts';

/** A database of its own, a folder that is imported into it again and again, and a clock at noon of the day in Kyiv. */
export async function openImportFixture(today: string) {
  const database = await createTestDatabase();
  const { db: anyDb, pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  const db = anyDb as BillingDatabase;
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
  const noonOf = (day: string) => kyivInstant(localDate(day), 12, 0);
  const clock = fixedClock(noonOf(today));
  return {
    db,
    pool,
    clock,

    setDay: (day: string) => clock.set(noonOf(day)),

    ask: async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await pool.query(text, [...values])).rows as Row[],

    /** What was loaded, or the problems as `file:line column code value`. */
    async load(files: Readonly<Record<string, string>>, onProgress?: (progress: ImportProgress) => void) {
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
      const result = await importFolder({ db, pool, folder, clock, ...(onProgress && { onProgress }) });
      if (result.kind !== 'problems') return result;
      return result.problems.map(({ file, line, column, code, value }) =>
        `${file}:${line} ${column} ${code} ${value}`.trim(),
      );
    },

    /** Closes the period; the ledger holds afterwards. */
    async close(period: string): Promise<void> {
      const result = await closePeriod({ db, pool, clock, period: billingPeriod(period) });
      const doubts = await checkLedger(db);
      if (result.kind !== 'closed' || doubts.length > 0) throw new Error(JSON.stringify([result, doubts]));
    },

    async end(): Promise<void> {
      await close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ImportFixture = Awaited<ReturnType<typeof openImportFixture>>;
