import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PROGRESS_LIST } from '#billing/api/billing-periods.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import {
  accounts,
  booksOf,
  type ClosingTowns,
  chunkSize,
  period,
  runOf,
  seedClosingTowns,
  start,
  startClosing,
  work,
} from '#billing/testing/closing/closing-towns.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { systemClock } from '#platform/clock.ts';
import type { RunProcessOrder } from './run-process.ts';

let towns: ClosingTowns;
/** Of a closing that nothing disturbs. */
let undisturbed: { books: Record<string, unknown>; totals: object };
beforeAll(async () => {
  towns = await seedClosingTowns();
  const town = await towns.openTown();
  await startClosing(town);
  await work(town);
  const {
    exceptions: _,
    stopping: __,
    ...totals
  } = (await runOf(town, 'closing')).totals ?? {
    ...{ exceptions: [], stopping: 0 },
  };
  undisturbed = { books: await booksOf(town), totals };
});
afterAll(() => towns.close());

/** Works on the run in a process of its own, and kills it when that many accounts are done. */
async function killAfter(town: TestBilling, kind: 'dryRun' | 'closing', done: number) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'run-process.ts'), [], { env: {} });
  const order: RunProcessOrder = {
    databaseUrl: town.url,
    aheadMs: town.clock.now() - systemClock.now(),
    chunkSize,
  };
  child.send(order);
  await vi.waitFor(async () => expect((await runOf(town, kind)).done).toBeGreaterThan(done), {
    timeout: 60_000,
    interval: 2,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The lock of its connection is held for a moment more.
  return vi.waitFor(
    async () => {
      const run = await runOf(town, kind);
      expect(run.state).toBe('interrupted');
      return run;
    },
    { timeout: 30_000 },
  );
}

test('a dry run that is killed is shown as interrupted, and the next process continues to the same sums', async () => {
  const town = await towns.openTown();
  await start(town, { kind: 'dryRun' });
  const cut = await killAfter(town, 'dryRun', 0);
  expect(cut.done).toBeLessThan(accounts);
  expect((await town.ask(PROGRESS_LIST, {})).runs).toMatchObject([
    { kind: 'dryRun', subject: period, state: 'interrupted', done: cut.done, total: accounts },
  ]);
  await work(town);
  const ended = await runOf(town, 'dryRun');
  expect(ended).toMatchObject({ state: 'done', done: accounts, wasInterrupted: true });
  expect(ended.totals).toMatchObject(undisturbed.totals);
}, 150_000);

test('a closing killed in the middle continues, and its books are those of an undisturbed one', async () => {
  const town = await towns.openTown();
  await startClosing(town);
  await killAfter(town, 'closing', 20);
  await work(town);
  const run = await runOf(town, 'closing');
  expect(run).toMatchObject({ state: 'done', done: accounts, wasInterrupted: true });
  expect(run.totals).toMatchObject(undisturbed.totals);
  // The clock of a process runs: of the moments the day alone is the same.
  const digests = ({ period: _, ledger_entry: __, outbox_event: ___, ...same }: Record<string, unknown>) =>
    same;
  expect(digests(await booksOf(town))).toEqual(digests(undisturbed.books));
  expect(await checkLedger(town.db, 5)).toEqual([]);
}, 150_000);
