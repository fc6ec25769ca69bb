import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  CLOSING_EXCEPTION_LIST,
  CLOSING_RUN_LIST,
  CLOSING_RUN_START,
  PROGRESS_LIST,
} from '#billing/api/billing-periods.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import {
  accounts,
  act,
  asked,
  booksOf,
  type ClosingTowns,
  dryRun,
  period,
  runOf,
  seedClosingTowns,
  start,
  startClosing,
  work,
} from '#billing/testing/closing/closing-towns.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { addMonths } from '#domain/time/billing-period.ts';
import { randomOf } from '#sample/random.ts';
import { RUN_LOCK } from './run-store.ts';

const random = randomOf('pauses of a closing');

let towns: ClosingTowns;
let openTown: ClosingTowns['openTown'];
beforeAll(async () => {
  towns = await seedClosingTowns();
  openTown = towns.openTown;
});
afterAll(() => towns.close());

/** Number of rows and a digest of each table of the billing but those of runs. */
async function allRows(town: TestBilling, without: readonly string[] = []) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'billing' and table_type = 'BASE TABLE'
      and table_name <> all(${['closing_run', 'closing_exception', 'audit_entry', ...without]}::text[])
    order by 1`.execute(town.db);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest
      from ${sql.table(`billing.${name}`)} t`.execute(town.db);
    found[name] = rows[0];
  }
  return found;
}

let straight: { books: unknown; totals: unknown } | undefined;

describe('a dry run', () => {
  test('writes nothing of a closing, and comes to the sums of the closing that follows', async () => {
    const town = await openTown();
    const before = await allRows(town);
    const dry = await dryRun(town);
    expect(await allRows(town)).toEqual(before);
    expect(dry).toMatchObject({ state: 'done', done: accounts, total: accounts, wasInterrupted: false });
    expect(dry.totals?.shares.map(({ ground }) => ground)).toEqual(
      expect.arrayContaining(['actual', 'brought', 'lastYear']),
    );

    const started = await start(town, { kind: 'closing', dryRunNumber: dry.runNumber });
    expect(started).toMatchObject({ ok: true });
    await work(town);
    const real = await runOf(town, 'closing');
    expect(real).toMatchObject({ state: 'done', done: accounts, total: accounts });
    const { exceptions: _, stopping: __, ...sums } = dry.totals ?? { exceptions: [], stopping: 0 };
    expect(real.totals).toMatchObject(sums);
    const { rows } = await sql`
      select count(*)::int as accounts, (sum(energy_wh) / 1000)::float8 as kwh,
        to_char(sum(charged_kopiykas) / 100.0, 'FM9999999990.00') as charged,
        to_char(sum(recalculated_kopiykas) / 100.0, 'FM9999999990.00') as recalculated
      from billing.bill where period = ${period}`.execute(town.db);
    expect(sums).toMatchObject(rows[0] ?? {});
    expect((await town.ask(CLOSING_RUN_LIST, { limit: 1 })).plan?.period).toBe(addMonths(period, 1));
    straight = { books: await booksOf(town), totals: sums };
  }, 150_000);

  test('lists what stops the closing and what looks wrong, by account, and nothing is closed while it does', async () => {
    const town = await openTown();
    await sql`insert into billing.tariff (tariff_code, title) values ('empty', '')`.execute(town.db);
    const { rows } = await sql<{ accountNumber: string }>`
      with chosen as (
        select account_number, row_number() over (order by account_number) as place from billing.account a
        where not exists (select from billing.entity_contract k where k.account_number = a.account_number)),
      no_tariff as (
        update billing.account a set tariff_code = 'empty' from chosen c
        where c.account_number = a.account_number and place in (1, 2)),
      last_year as (
        insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
          charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
        select account_number, ${addMonths(period, -12)}, 'B', '2025-11-01', '2025-11-20', 0, 0, 0, 0, 0, 9000000, false
        from chosen where place = 3)
      select account_number as "accountNumber" from chosen where place <= 3 order by place`.execute(town.db);
    const [first = '', second = '', third = ''] = rows.map(({ accountNumber }) => accountNumber);
    await sql`delete from billing.price_component where kind = 'margin'`.execute(town.db);
    const dry = await dryRun(town);
    const counts = Object.fromEntries(dry.totals?.exceptions.map((one) => [one.kind, one.accounts]) ?? []);
    expect(counts).toMatchObject({ noTariff: 2, sudden: 1 });
    expect(dry.totals?.accounts).toBe(accounts - (dry.totals?.stopping ?? 0));
    const ask = { runNumber: dry.runNumber, kind: null, account: null, after: null, limit: 2 };
    const page = await town.ask(CLOSING_EXCEPTION_LIST, ask);
    expect(page.exceptions).toMatchObject([
      { account: first, kind: 'noTariff', subject: 'empty', stopsClosing: true, sum: null },
      { account: second, kind: 'noTariff' },
    ]);
    const after = { kind: 'noTariff', account: second } as const;
    const rest = await town.ask(CLOSING_EXCEPTION_LIST, { ...ask, after, limit: 1000 });
    expect(rest.exceptions).toHaveLength(page.count - 2);
    const sudden = await town.ask(CLOSING_EXCEPTION_LIST, { ...ask, kind: 'sudden' });
    expect(sudden).toMatchObject({
      count: 1,
      exceptions: [{ account: third, expectedKwh: 9000, stopsClosing: false }],
    });
    expect((await town.ask(CLOSING_EXCEPTION_LIST, { ...ask, account: third, kind: 'noTariff' })).count).toBe(
      0,
    );
    expect(await start(town, { kind: 'closing', dryRunNumber: dry.runNumber })).toMatchObject({
      ok: false,
      code: 'periods.notChargeable',
      params: { n: dry.totals?.stopping },
    });
    // The next one replaces its list.
    await sql`update billing.account set tariff_code = 'household' where tariff_code = 'empty'`.execute(
      town.db,
    );
    const again = await dryRun(town);
    expect(again.totals?.exceptions.find(({ kind }) => kind === 'noTariff')).toBeUndefined();
    expect((await town.ask(CLOSING_EXCEPTION_LIST, ask)).count).toBe(0);
    expect(await start(town, { kind: 'closing', dryRunNumber: dry.runNumber })).toMatchObject({
      code: 'periods.dryRunNeeded',
    });
  }, 150_000);

  test('is stopped by whoever wants, and an unfinished one is no ground for a closing', async () => {
    const town = await openTown();
    await start(town, { kind: 'dryRun' });
    const { runNumber } = await runOf(town, 'dryRun');
    expect(await start(town, { kind: 'closing', dryRunNumber: runNumber })).toMatchObject({
      code: 'periods.underWay',
    });
    expect(await act(town, runNumber, 'pause')).toMatchObject({ code: 'periods.wrongState' });
    const stops = await Promise.all([act(town, runNumber, 'stop'), act(town, runNumber, 'stop')]);
    expect(stops.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await work(town);
    expect(await runOf(town, 'dryRun')).toMatchObject({ state: 'stopped', done: 0 });
    expect(await start(town, { kind: 'closing', dryRunNumber: runNumber })).toMatchObject({
      code: 'periods.dryRunNeeded',
    });
  });
});

describe('a closing', () => {
  test('paused and resumed at chunks by chance books what one without pauses does', async () => {
    const town = await openTown();
    const runNumber = await startClosing(town);
    let pauses = 0;
    // One that was paused with its last chunk has charged all accounts and is closed when it is resumed.
    for (let reached = 0; ; ) {
      const pauseAt = reached + random.between(1, 60);
      const working = work(town);
      const pausing = (async () => {
        for (;;) {
          const run = await runOf(town, 'closing');
          if (run.state === 'done') return;
          if (run.done >= pauseAt) {
            await act(town, runNumber, 'pause');
            return;
          }
        }
      })();
      await Promise.all([working, pausing]);
      const run = await runOf(town, 'closing');
      reached = run.done;
      if (run.state === 'done') break;
      pauses += 1;
      expect(run.state).toBe('paused');
      const shown = (await town.ask(PROGRESS_LIST, {})).runs.find(({ kind }) => kind === 'closing');
      expect(shown).toMatchObject({ state: 'paused', done: reached, total: accounts });
      // What is closed stays, and nothing goes on by itself.
      await work(town);
      expect((await runOf(town, 'closing')).done).toBe(reached);
      expect(await act(town, runNumber, 'resume')).toMatchObject({ ok: true });
    }
    expect(pauses).toBeGreaterThan(0);
    expect(await booksOf(town)).toEqual(straight?.books);
    expect((await runOf(town, 'closing')).totals).toMatchObject(straight?.totals ?? {});
    expect(await checkLedger(town.db, 5)).toEqual([]);
  }, 150_000);

  test('of two starts at once one is, the other learns that it is under way; pauses of two are one', async () => {
    const town = await openTown();
    const { runNumber: dryRunNumber } = await dryRun(town);
    const starts = await Promise.all([1, 2, 3].map(() => start(town, { kind: 'closing', dryRunNumber })));
    expect(starts.map((one) => (one.ok ? 'started' : one.code)).sort()).toEqual([
      'periods.underWay',
      'periods.underWay',
      'started',
    ]);
    await expect(
      sql`insert into billing.closing_run (period, kind, state, asked_by, asked_at, reason)
        values (${period}, 'dryRun', 'running', '', now(), '')`.execute(town.db),
    ).rejects.toThrow('closing_run_active_key');
    const { runNumber } = await runOf(town, 'closing');
    const pauses = await Promise.all([act(town, runNumber, 'pause'), act(town, runNumber, 'pause')]);
    expect(pauses).toEqual([
      { ok: true, data: {} },
      { ok: true, data: {} },
    ]);
    const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from billing.audit_entry where action like 'closingRun.%' order by entry_number`.execute(
      town.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'closingRun.dryRun',
      'closingRun.closing',
      'closingRun.pause',
    ]);
    expect(rows.at(-1)).toMatchObject({
      before: { period, state: 'queued' },
      after: { period, state: 'paused', reason: 'Обід' },
    });
    const resumes = await Promise.all([act(town, runNumber, 'resume'), act(town, runNumber, 'resume')]);
    expect(resumes.map(({ ok }) => ok)).toEqual([true, true]);
    await work(town);
    expect((await runOf(town, 'closing')).state).toBe('done');
    expect(await act(town, runNumber, 'resume')).toMatchObject({ code: 'periods.wrongState' });
    expect(await act(town, 999_999, 'pause')).toMatchObject({ code: 'common.notFound' });
    expect(await start(town, { kind: 'dryRun' })).toMatchObject({
      code: 'periods.notNext',
      params: { month: '2026-11' },
    });
  }, 150_000);

  test('waits for the end of the month and of the windows, or an early one is confirmed', async () => {
    const town = await openTown();
    town.clock.set(Date.parse('2026-10-30T10:00:00Z') as never);
    const { runNumber: dryRunNumber } = await dryRun(town);
    const closing = { kind: 'closing', dryRunNumber } as const;
    expect(await start(town, closing)).toMatchObject({ code: 'periods.notOver' });
    expect((await town.ask(CLOSING_RUN_LIST, { limit: 1 })).plan).toMatchObject({ isOver: false, accounts });
    town.clock.set(Date.parse('2026-11-02T05:00:00Z') as never);
    expect(await start(town, closing)).toMatchObject({ code: 'periods.readingsTaken' });
    expect((await town.ask(CLOSING_RUN_LIST, { limit: 1 })).plan).toMatchObject({
      isOver: true,
      areReadingsTaken: true,
    });
    // Made while the month went on.
    expect(await town.call(CLOSING_RUN_START, { ...asked, ...closing, isEarly: true })).toMatchObject({
      code: 'periods.dryRunStale',
      details: { stale: [{ cause: 'monthNotOver', count: 0 }] },
    });
    const { runNumber } = await dryRun(town);
    const again = { ...asked, ...closing, dryRunNumber: runNumber, isEarly: true };
    expect(await town.call(CLOSING_RUN_START, again)).toMatchObject({ ok: true });
  });

  test('stops at an account that the rules fail on, names it, and goes on when it is put right', async () => {
    const town = await openTown();
    const runNumber = await startClosing(town);
    // A meter of two zones with the register of one: the rules know no price of it.
    const { rows } = await sql<{ accountNumber: string }>`
      update billing.meter set zone_scheme = 'two' where account_number = (
        select max(r.account_number) from billing.register r
        where zone = 'single' and r.account_number < '2300000150'
          and not exists (select from billing.entity_contract k where k.account_number = r.account_number))
      returning account_number as "accountNumber"`.execute(town.db);
    const account = rows[0]?.accountNumber ?? '';
    await work(town);
    const failed = await runOf(town, 'closing');
    expect(failed).toMatchObject({ state: 'failed', code: 'notCharged', subject: account });
    expect(failed.done).toBeLessThan(accounts);
    const list = { runNumber, kind: null, account: null, after: null, limit: 5 };
    expect((await town.ask(CLOSING_EXCEPTION_LIST, list)).exceptions).toMatchObject([
      { account, kind: 'notCharged', stopsClosing: true },
    ]);
    // A dry run looks at the accounts that are not closed yet.
    const dry = await dryRun(town);
    expect(dry.totals).toMatchObject({ accounts: accounts - failed.done - 1, stopping: 1 });
    await sql`update billing.meter set zone_scheme = 'single' where account_number = ${account}`.execute(
      town.db,
    );
    expect(await act(town, runNumber, 'resume')).toMatchObject({ ok: true });
    await work(town);
    expect(await runOf(town, 'closing')).toMatchObject({ state: 'done', done: accounts, code: null });
    expect(await checkLedger(town.db, 5)).toEqual([]);
  }, 150_000);

  test('is not worked on while another process has the lock of runs', async () => {
    const town = await openTown();
    await start(town, { kind: 'dryRun' });
    const holder = new pg.Client({ connectionString: town.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [RUN_LOCK]);
    await work(town);
    expect((await runOf(town, 'dryRun')).state).toBe('waiting');
    await holder.end();
    await vi.waitFor(async () => {
      await work(town);
      expect((await runOf(town, 'dryRun')).state).toBe('done');
    }, 20_000);
  });
});
