import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRESS_LIST } from '#billing/api/billing-periods.ts';
import { createBilling } from '#billing/billing.ts';
import { listFormats } from '#billing/modules/bank-statements/parse/statement-format.ts';
import { insertStatement } from '#billing/modules/bank-statements/statement-store.ts';
import {
  type ClosingFixture,
  startClosingFixture,
} from '#billing/modules/charges/testing/closing-fixture.ts';
import { recordImport } from '#billing/modules/import/import-run.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

let fixture: ClosingFixture;
const period = billingPeriod('2026-10');
const clock = fixedClock(instantFromIso('2026-11-03T10:00:00Z'));

/** So many chunks that a closing is still running when the first look at it is answered. */
const ACCOUNTS = 24;

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
  for (let index = 0; index < ACCOUNTS; index++)
    await makeAccount(fixture.db, { history: [{ period: '2026-09', closing: { single: 1000 } }] });
});
afterAll(() => fixture.end());

async function list() {
  const billing = createBilling({ db: fixture.db, clock });
  const result = await billing.run(PROGRESS_LIST.name, {}, { reference: '1', actor: 'test' });
  if (!result.ok) throw new Error(result.code);
  return PROGRESS_LIST.output.parse(result.data).runs;
}

const importRow = () => fixture.db.updateTable('billing.import_run');

test('tells a closing while it runs, when it is cut off, and when it has just ended', async () => {
  expect(await list()).toEqual([]);
  const stop = new AbortController();
  const seen: Awaited<ReturnType<typeof list>>[] = [];
  await fixture.close(period, {
    clock,
    chunkSize: 1,
    signal: stop.signal,
    // The closing is cut off only after it was looked at.
    onProgress() {
      void list()
        .then((found) => seen.push(found))
        .finally(() => stop.abort());
    },
  });
  const closing = { kind: 'closing', subject: '2026-10', step: 'closing', total: ACCOUNTS };
  expect(seen[0]).toMatchObject([{ ...closing, state: 'running' }]);
  expect(await list()).toEqual([{ ...closing, state: 'interrupted', done: expect.any(Number) }]);
  await fixture.close(period, { clock });
  expect(await list()).toEqual([{ ...closing, state: 'done', done: ACCOUNTS }]);
  clock.set(instantFromIso('2026-11-03T10:11:00Z'));
  expect(await list()).toEqual([]);
});

test('tells an import: its step, how far it is, its end, and a process that is gone', async () => {
  const run = await recordImport(fixture.db, { folderName: 'supplier-2026' });
  const base = { kind: 'import', subject: 'supplier-2026' };
  expect(await list()).toEqual([{ ...base, step: 'reading', state: 'running', done: 0, total: 0 }]);
  run.onProgress({ step: 'loading', table: 'reading', done: 30, total: 100 });
  const shown = { ...base, step: 'loading', state: 'running', done: 30, total: 100 };
  await expect.poll(list, { timeout: 20_000 }).toEqual([shown]);
  await importRow().set({ moved_at: '2026-01-01T00:00:00Z' }).execute();
  expect(await list()).toEqual([]);
  const silentSince = new Date(Date.now() - 31_000).toISOString();
  await importRow().set({ moved_at: silentSince }).execute();
  expect(await list()).toMatchObject([{ ...base, state: 'interrupted' }]);
  await run.end({ state: 'refused' });
  expect(await list()).toMatchObject([{ ...base, state: 'refused', done: 30 }]);
  await importRow()
    .set({ moved_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .execute();
  expect(await list()).toEqual([]);
});

test('an import that never began is not kept', async () => {
  const run = await recordImport(fixture.db, { folderName: 'busy' });
  await run.end(undefined);
  expect(await list()).toEqual([]);
});

test('tells a bank statement while it is read, checked or booked', async () => {
  const [format] = await listFormats(fixture.db);
  if (format === undefined) throw new Error('no format');
  for (const state of ['receiving', 'reading', 'refused']) {
    const by = { actor: 'admin', reference: '1' };
    const file = { fileName: 'july.csv', byteCount: 100, by, createdAt: clock.now() };
    const { statementNumber } = await insertStatement(fixture.db, { format, ...file });
    await sql`update billing.bank_statement set state = ${state}, bytes_done = 40
      where statement_number = ${statementNumber}`.execute(fixture.db);
  }
  expect(await list()).toEqual([
    { kind: 'bankStatement', subject: 'july.csv', step: 'reading', state: 'running', done: 40, total: 100 },
  ]);
});
