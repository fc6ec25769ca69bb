import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { CLOSING_RUN_ACT, CLOSING_RUN_LIST, CLOSING_RUN_START } from '#billing/api/billing-periods.ts';
import { executeRuns } from '#billing/modules/charges/runs/execute-runs.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';

export const period = billingPeriod('2026-10');
export const accounts = 300;
export const chunkSize = 20;
/** The windows of October are over. */
const now = '2026-11-05T10:00:00Z';

export interface ClosingTowns {
  /** The back end on a copy of the seeded town. */
  openTown(): Promise<TestBilling>;
  close(): Promise<void>;
}

export async function seedClosingTowns(): Promise<ClosingTowns> {
  const template = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: template.adminUrl, max: 1 });
  await seedClosing(pool, { accounts, periods: [period], withContracts: true, historyMonths: 1 });
  await pool.end();
  const opened: TestBilling[] = [];
  return {
    async openTown() {
      const town = await startTestBilling(now, await copyDatabase(template.url, inject('adminUrl')));
      opened.push(town);
      return town;
    },
    async close() {
      for (const town of opened) await town.close();
      await template.close();
    },
  };
}

export async function work({ url, clock }: TestBilling): Promise<void> {
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 6 });
  await executeRuns({ db: db as never, pool, clock, chunkSize }).finally(close);
}

export const asked = {
  period,
  dryRunNumber: null,
  isEarly: false,
  undecidedReadings: null,
  reason: 'За планом',
  askedBy: 'Олена',
};
export const start = (town: TestBilling, more: { kind: 'dryRun' | 'closing'; dryRunNumber?: number }) =>
  town.call(CLOSING_RUN_START, { ...asked, ...more });
export const act = (town: TestBilling, runNumber: number, one: 'pause' | 'resume' | 'stop') =>
  town.call(CLOSING_RUN_ACT, { runNumber, act: one, reason: 'Обід' });

export async function runOf(town: TestBilling, kind: 'dryRun' | 'closing') {
  const { runs } = await town.ask(CLOSING_RUN_LIST, { limit: 24 });
  const run = runs.find((one) => one.kind === kind);
  if (run === undefined) throw new Error(`no ${kind}`);
  return run;
}

export async function dryRun(town: TestBilling) {
  expect(await start(town, { kind: 'dryRun' })).toMatchObject({ ok: true });
  await work(town);
  return runOf(town, 'dryRun');
}

export async function startClosing(town: TestBilling): Promise<number> {
  const { runNumber } = await dryRun(town);
  const started = await start(town, { kind: 'closing', dryRunNumber: runNumber });
  if (!started.ok) throw new Error(started.code);
  return started.data.runNumber;
}

/** What a closing books, but for ids made by chance and when it ran. */
export async function booksOf(town: TestBilling) {
  const found: Record<string, unknown> = {};
  for (const [table, columns] of [
    ['consumption', 't.*'],
    ['bill', 't.*'],
    ['charge_line', 't.*'],
    ['ledger_entry', 't.*'],
    ['invoice', 't.*'],
    ['invoice_line', 't.*'],
    ['planned_payment', 't.*'],
    ['outbox_event', 'account_number, kind, payload, created_at'],
    ['period', 'period, state, closed_through, started_at, accounts_total, accounts_done'],
  ] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count, md5(string_agg(kept::text, '|' order by kept::text)) as digest
      from (select ${sql.raw(columns)} from ${sql.table(`billing.${table}`)} t) kept`.execute(town.db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    found[table] = rows[0];
  }
  return found;
}
