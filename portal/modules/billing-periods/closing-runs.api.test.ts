import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { executeRuns } from '#billing/modules/charges/runs/execute-runs.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  actOnRun,
  exportClosingExceptions,
  listClosingExceptions,
  periodStates,
  startRun,
} from '#contract/billing-periods.ts';
import type { InputOf } from '#contract/define-call.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import type { Instant } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let clerk: string;
let owner: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  cabinet.clock.set(Date.parse('2026-11-05T10:00:00Z') as Instant);
  await makeSupplier(cabinet.billingDb);
  await sql`insert into billing.period (period, state) values ('2026-10', 'open')`.execute(cabinet.billingDb);
  await sql`insert into billing.tariff (tariff_code, title) values ('empty', '')`.execute(cabinet.billingDb);
  for (let index = 0; index < 4; index += 1) {
    await makeAccount(cabinet.billingDb, {
      history: [{ period: '2026-09', closing: { single: 1000 } }],
      ...(index === 2 && { tariffCode: 'empty' }),
    });
  }
  clerk = await cabinet.signIn([], 'admin', ['billing']);
  owner = await cabinet.signIn([], 'admin', ['owner']);
});

type Start = Omit<InputOf<typeof startRun>, 'token' | 'period'>;
const start = (token: string, more: Start) =>
  cabinet.post(startRun, { token, period: '2026-10', ...more } as InputOf<typeof startRun>);
const stateOf = async () => (await cabinet.post(periodStates, { token: clerk })).body;
const latest = async (kind: 'dryRun' | 'closing') => (await stateOf()).runs.find((run) => run.kind === kind);

async function work(): Promise<void> {
  const { db, pool, close } = connectDatabase<unknown>({ url: cabinet.url, poolSize: 6 });
  await executeRuns({ db: db as never, pool, clock: cabinet.clock }).finally(close);
}

async function dryRun() {
  expect((await start(clerk, { kind: 'dryRun' })).httpStatus).toBe(200);
  await work();
  const run = await latest('dryRun');
  if (run === undefined) throw new Error('no dry run');
  return run;
}

test('billing and the owner run months', async () => {
  const plan = { period: '2026-10', accounts: 4, withReading: 0, isOver: true };
  expect((await stateOf()).plan).toMatchObject(plan);
  for (const token of [clerk, owner]) {
    const { body } = await start(token, { kind: 'dryRun' });
    const [run] = body.runs;
    expect(run).toMatchObject({ kind: 'dryRun', state: 'waiting', done: 0, total: null });
    const stopped = await cabinet.post(actOnRun, { token, run: run?.runNumber ?? 0, act: 'stop' });
    expect(stopped.body.runs[0]?.state).toBe('stopped');
  }
});

test('a dry run is looked at, saved, and closed by; the list of actions tells what was done before and after', async () => {
  const dry = await dryRun();
  expect(dry).toMatchObject({ state: 'done', totals: { accounts: 3, stopping: 1 } });
  const asked = { token: clerk, run: dry.runNumber };
  const list = await cabinet.post(listClosingExceptions, asked);
  expect(list.body.exceptions[0]).toMatchObject({ kind: 'noTariff', subject: 'empty', stopsClosing: true });
  expect(list.body.next).toBeNull();
  const none = await cabinet.post(listClosingExceptions, { ...asked, run: 2_000_000_000 });
  expect(none.body).toMatchObject({ exceptions: [], count: 0 });
  expect((await cabinet.post(listClosingExceptions, { ...asked, cursor: 'x' })).httpStatus).toBe(400);
  const file = await cabinet.download(exportClosingExceptions, { ...asked, format: 'csv' });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain('Немає тарифу на якийсь день місяця');

  const closing = { kind: 'closing', dryRun: dry.runNumber, reason: 'За планом' } as const;
  const stopped = await start(clerk, closing);
  expect(outcomeOf(stopped)).toBe('422 periods.notChargeable');
  expect(stopped.body.message).toContain('1 рахунок неможливо розрахувати');
  const { reason: _, ...unsaid } = closing;
  const silent = await start(clerk, unsaid);
  expect([silent.httpStatus, silent.body.issues?.[0]?.path]).toEqual([400, 'reason']);

  await sql`update billing.account set tariff_code = (select min(tariff_code) from billing.tariff_version)
    where tariff_code = 'empty'`.execute(cabinet.billingDb);
  expect(outcomeOf(await start(clerk, closing))).toBe('422 periods.notChargeable');
  const { runNumber } = await dryRun();
  expect(outcomeOf(await start(clerk, closing))).toBe('409 periods.dryRunNeeded');
  const now = { ...closing, dryRun: runNumber };
  const both = await Promise.all([clerk, owner].map((token) => start(token, now)));
  expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  expect(both.find(({ httpStatus }) => httpStatus === 409)?.body.code).toBe('periods.underWay');
  await work();
  const done = { state: 'done', totals: { accounts: 4 }, reason: 'За планом' };
  expect(await latest('closing')).toMatchObject(done);
  const after = await stateOf();
  expect(after.periods.find(({ period }) => period === '2026-10')?.state).toBe('closed');
  expect(after.plan?.period).toBe('2026-11');
  expect(outcomeOf(await start(clerk, { kind: 'dryRun' }))).toBe('422 periods.notNext');

  const { body } = await cabinet.post(listStaffActions, { token: owner, kind: startRun.path });
  const told = body.actions.find(({ outcome, why }) => outcome === 'done' && why === 'За планом');
  expect(told?.what).toBe('Пробний розрахунок або закриття місяця');
  // The clock of the test stands still: what the session did before is of the same moment.
  expect(told?.changes.find(({ what }) => what === 'Закриття місяця розпочато')).toMatchObject({
    what: 'Закриття місяця розпочато',
    fields: expect.arrayContaining([
      { name: 'Стан', before: 'відкрито', after: 'у черзі' },
      { name: 'Період', before: null, after: '2026-10' },
    ]),
  });
});

describe('refused', () => {
  test('a run that is not there, in another state, a month that is not over', async () => {
    const act = (run: number, one: 'pause' | 'resume' | 'stop') =>
      cabinet.post(actOnRun, { token: clerk, run, act: one, reason: 'Так' });
    expect((await act(2_000_000_000, 'stop')).httpStatus).toBe(404);
    const done = await latest('closing');
    const run = done?.runNumber ?? 0;
    expect(outcomeOf(await act(run, 'pause'))).toBe('409 periods.wrongState');
    const silent = await cabinet.post(actOnRun, { token: clerk, run, act: 'pause' });
    expect([silent.httpStatus, silent.body.issues?.[0]?.path]).toEqual([400, 'reason']);
    const november = { period: '2026-11', kind: 'closing', dryRun: 1, reason: 'Так' } as const;
    const early = await cabinet.post(startRun, { token: clerk, ...november });
    expect(outcomeOf(early)).toBe('422 periods.notOver');
    cabinet.clock.set(Date.parse('2026-12-01T10:00:00Z') as Instant);
    const token = await cabinet.signIn([], 'admin', ['billing']);
    const taken = await cabinet.post(startRun, { token, ...november });
    expect(outcomeOf(taken)).toBe('422 periods.readingsTaken');
  });
});

test('readings under review are left undecided by their number, and a dry run after a decision is refused', async () => {
  const { billingDb: db } = cabinet;
  cabinet.clock.set(Date.parse('2026-12-05T10:00:00Z') as Instant);
  const token = await cabinet.signIn([], 'admin', ['billing']);
  const { rows: meters } = await sql<{ account: string; meter: string }>`
    select account_number as account, meter_id as meter from billing.meter order by 1 limit 2`.execute(db);
  for (const { account, meter } of meters)
    await giveReading(db, {
      ...{ accountNumber: account, meterId: meter, period: '2026-11', effectiveDate: '2026-12-01' },
      ...{ values: { single: 9000 }, status: 'underReview' },
    });
  const november = (more: object) =>
    cabinet.post(startRun, { token, period: '2026-11', kind: 'closing', reason: 'Строк', ...more });
  expect((await november({ kind: 'dryRun' })).httpStatus).toBe(200);
  await work();
  const { body } = await cabinet.post(periodStates, { token });
  expect(body.plan?.undecided).toMatchObject({ readings: 2, accounts: 2, customers: 2 });
  const run = body.runs.find(({ kind, period }) => kind === 'dryRun' && period === '2026-11');
  expect(run).toMatchObject({ stale: [], totals: { undecided: { readings: 2 } } });
  const dryRun = run?.runNumber ?? 0;
  for (const undecided of [undefined, 1]) {
    const refused = await november({ dryRun, ...(undecided && { undecided }) });
    expect(outcomeOf(refused)).toBe('409 periods.undecided');
    expect(refused.body.message).toContain('2 показання за цей місяць ще на перевірці');
  }
  await insertAudit(
    db as BillingDatabase,
    { actor: 'import', reference: '' },
    [{ accountNumber: '', kind: 'reading.accepted', payload: { period: '2026-11' } }],
    cabinet.clock.now(),
  );
  expect(outcomeOf(await november({ dryRun, undecided: 2 }))).toBe('409 periods.dryRunStale');
  expect((await november({ kind: 'dryRun' })).httpStatus).toBe(200);
  await work();
  const again = (await cabinet.post(periodStates, { token })).body.runs.find(({ kind }) => kind === 'dryRun');
  expect((await november({ dryRun: again?.runNumber ?? 0, undecided: 2 })).httpStatus).toBe(200);
  const ownerNow = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, { token: ownerNow, kind: startRun.path })).body;
  const fields = actions
    .find(({ why, outcome }) => why === 'Строк' && outcome === 'done')
    ?.changes.flatMap((change) => change.fields);
  expect(fields).toEqual(
    expect.arrayContaining([
      { name: 'Показань без рішення', before: null, after: '2' },
      expect.objectContaining({ name: 'За ними, кВт·год' }),
    ]),
  );
});
