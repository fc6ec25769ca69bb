import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CLOSING_EXCEPTION_LIST,
  CLOSING_RUN_ACT,
  CLOSING_RUN_LIST,
  CLOSING_RUN_START,
} from '#billing/api/billing-periods.ts';
import { READING_REVIEW_DECIDE } from '#billing/api/readings/review.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { type EntityHandle, makeEntity } from '#billing/testing/make-contract.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { StaleCause } from '#domain/charges/closing-exceptions.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { executeRuns } from './execute-runs.ts';

const period = billingPeriod('2026-10');
const afterWindows = instantFromIso('2026-11-05T10:00:00Z');

let chain: EntityHandle;
let household: AccountHandle;

const town = provideTestBilling({ hasSupplier: true });

/** What a point counted in a month a year before. */
const lastYear = (accountNumber: string, meterId: string, kwh: number) =>
  sql`insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value, closing_value,
      energy_wh, basis)
    values (${accountNumber}, '2025-10', ${meterId}, 'single', '2025-10-01', '2025-11-01', 0, ${kwh}, ${kwh * 1000},
      'actual')`.execute(town.db);

/** Gives a value that waits for an operator, as a submission does. */
async function giveUndecided(accountNumber: string, meterId: string, value: number): Promise<void> {
  const id = newId();
  await sql`insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period, receipt_number,
      outcome, taken_at, submitted_at)
    values (${accountNumber}, ${id}, ${newId()}, ${meterId}, ${period}, nextval('billing.receipt_number'), '{"outcome":{"effectiveDate":"2026-11-01"}}',
      '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z')`.execute(town.db);
  await sql`insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
      source, status, submission_id)
    values (${accountNumber}, ${meterId}, 'single', ${newId()}, ${period}, ${value}, '2026-11-01', '2026-11-01T09:00:00Z',
      'customer', 'underReview', ${id})`.execute(town.db);
  await sql`insert into billing.reading_review (account_number, submission_id, meter_id, code, opened_at, working_days,
      holidays_are_working_days, due_on)
    values (${accountNumber}, ${id}, ${meterId}, 'readings.operatorCheck', '2026-11-01T09:00:00Z', 1, true, '2026-11-03')`.execute(
    town.db,
  );
}

/** A chain of three points, of which two wait for an operator, and a household that does. */
beforeEach(async () => {
  town.clock.set(afterWindows);
  await sql`truncate billing.customer, billing.account, billing.metering_point, billing.meter, billing.register, billing.reading,
    billing.consumption, billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period,
    billing.closing_run, billing.account_reading_change, billing.account_reading, billing.account_reading_count cascade`.execute(
    town.db,
  );
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(town.db);
  await setPeriodState(town.db, '2026-09', 'closed');
  await setPeriodState(town.db, period, 'open');
  chain = await makeEntity(town.db, {
    period,
    contract: { priceKind: 'fixedGross', fixedPrice: '10', isWithoutNetworks: true },
    points: [
      { before: 1000, after: 1500 },
      { before: 2000, after: undefined },
      { before: 3000, after: undefined },
    ],
  });
  const [, second, third] = chain.points;
  await lastYear(chain.accountNumber, second?.meterId ?? '', 203);
  await lastYear(chain.accountNumber, third?.meterId ?? '', 186);
  await giveUndecided(chain.accountNumber, second?.meterId ?? '', 2220);
  await giveUndecided(chain.accountNumber, third?.meterId ?? '', 3220);
  household = await makeAccount(town.db, {
    history: [{ period: '2026-09', closing: { single: 500 } }],
  });
  await lastYear(household.accountNumber, household.meterId, 100);
  await giveUndecided(household.accountNumber, household.meterId, 900);
});

async function work(): Promise<void> {
  const { db, pool, close } = connectDatabase<unknown>({ url: town.url, poolSize: 6 });
  await executeRuns({ db: db as never, pool, clock: town.clock, chunkSize: 1 }).finally(close);
}

type Start = Partial<Parameters<typeof town.call<typeof CLOSING_RUN_START>>[1]>;
const start = (more: Start) =>
  town.call(CLOSING_RUN_START, {
    period,
    kind: 'closing',
    dryRunNumber: null,
    isEarly: false,
    undecidedReadings: null,
    reason: 'За планом',
    askedBy: 'Олена',
    ...more,
  });
const list = () => town.ask(CLOSING_RUN_LIST, { limit: 2 });

async function dryRun() {
  expect(await start({ kind: 'dryRun' })).toMatchObject({ ok: true });
  await work();
  const run = (await list()).runs.find(({ kind }) => kind === 'dryRun');
  if (run === undefined) throw new Error('no dry run');
  return run;
}

async function consumptionOf({ accountNumber }: { readonly accountNumber: string }) {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', energy_wh / 1000, basis, average_ground, is_review_pending) as row from billing.consumption
    where account_number = ${accountNumber} and period = ${period} order by opening_value`.execute(town.db);
  return rows.map(({ row }) => row);
}

describe('readings under review', () => {
  test('a dry run lists first, with what they say and what is charged in their place', async () => {
    const run = await dryRun();
    expect(run.stale).toEqual([]);
    expect(run.totals).toMatchObject({
      undecided: { readings: 3, givenKwh: 220 + 220 + 400, kwh: 203 + 186 + 100 },
      meters: 4,
      metersRead: 1,
      stopping: 0,
    });
    const { exceptions } = await town.ask(CLOSING_EXCEPTION_LIST, {
      runNumber: run.runNumber,
      kind: null,
      account: null,
      after: null,
      limit: 10,
    });
    const shown = exceptions.map((one) => [
      one.kind,
      one.account,
      one.subject,
      one.expectedKwh,
      one.kwh,
      one.sum,
    ]);
    expect(shown.slice(0, 2)).toEqual([
      ['underReview', chain.accountNumber, '2', 440, 389, '3890.00'],
      ['underReview', household.accountNumber, '1', 400, 100, '432.00'],
    ]);
    expect(run.totals?.undecided?.charged).toBe('4322.00');
    expect(exceptions.some(({ stopsClosing }) => stopsClosing)).toBe(false);
    const { plan } = await list();
    expect(plan?.undecided).toEqual({ readings: 3, accounts: 2, customers: 2, kwh: 840 });
  });

  test('a closing leaves undecided only by their number of now, and the audit keeps number, kWh and reason', async () => {
    const { runNumber: dryRunNumber } = await dryRun();
    const unsaid = await start({ dryRunNumber });
    expect(unsaid).toMatchObject({ code: 'periods.undecided', params: { n: 3 } });
    const wrong = await start({ dryRunNumber, undecidedReadings: 2 });
    expect(wrong).toMatchObject({ code: 'periods.undecided', details: { undecided: { readings: 3 } } });
    expect(await start({ dryRunNumber, undecidedReadings: 3 })).toMatchObject({ ok: true });
    const { rows } = await sql<{ after: object }>`
      select after from billing.audit_entry where action = 'closingRun.closing' order by entry_number desc limit 1`.execute(
      town.db,
    );
    expect(rows[0]?.after).toMatchObject({ undecidedReadings: 3, undecidedKwh: 840, reason: 'За планом' });
    await work();
    expect((await list()).runs.find(({ kind }) => kind === 'closing')?.state).toBe('done');
    expect(await consumptionOf(chain)).toEqual([
      '500 actual f',
      '203 estimated lastYear t',
      '186 estimated lastYear t',
    ]);
    expect(await consumptionOf(household)).toEqual(['100 estimated lastYear t']);
  });

  test('more of them than were confirmed refuse the closing when it begins', async () => {
    const { runNumber: dryRunNumber } = await dryRun();
    expect(await start({ dryRunNumber, undecidedReadings: 3 })).toMatchObject({ ok: true });
    await sql`delete from billing.reading where account_number = ${chain.accountNumber} and period = ${period}
      and status = 'accepted'`.execute(town.db);
    await giveUndecided(chain.accountNumber, chain.points[0]?.meterId ?? '', 1400);
    await work();
    const { runs, plan } = await list();
    expect(runs.find(({ kind }) => kind === 'closing')).toMatchObject({
      state: 'refused',
      code: 'undecided',
      subject: '4',
    });
    expect(plan).toMatchObject({ state: 'open', undecided: { readings: 4 } });
  });
});

describe('a dry run is no longer good', () => {
  const changed: readonly (readonly [cause: StaleCause | undefined, ...actions: string[]])[] = [
    [undefined, 'reading.photoAsked', 'tariff.planned', 'masterData.contact', 'masterData.responsible'],
    [undefined, 'payment.landed'],
    ['readings', 'reading.submit', 'reading.correct', 'reading.accepted'],
    ['readings', 'reading.acceptedAnother', 'reading.rejected'],
    ['rules', 'rules.planned', 'rules.undone'],
    ['prices', 'tariff.activated'],
    ['import', 'import.loaded'],
    ['masterData', 'masterData.tariff', 'masterData.contractEnded', 'masterData.meterReplaced'],
  ];

  test('after what changes its sums, and not after other actions and readings of another month', async () => {
    const { runNumber: dryRunNumber } = await dryRun();
    const stale = async () =>
      (await list()).runs.find(({ runNumber }) => runNumber === dryRunNumber)?.stale ?? [];
    const note = (kinds: readonly string[], payload: Record<string, unknown>) =>
      insertAudit(
        town.db,
        { actor: 'import', reference: '' },
        kinds.map((kind) => ({ accountNumber: '', kind, payload })),
        afterWindows,
      );
    await note(['reading.submit'], { period: '2026-11' });
    const expected = new Map<StaleCause, number>();
    for (const [cause, ...actions] of changed) {
      await note(actions, { period, rows: 3 });
      if (cause !== undefined) expected.set(cause, (expected.get(cause) ?? 0) + actions.length);
      const counted = [...expected].map(([name, count]) => ({ cause: name, count }));
      expect((await stale()).toSorted((one, other) => one.cause.localeCompare(other.cause))).toEqual(
        counted.toSorted((one, other) => one.cause.localeCompare(other.cause)),
      );
    }
    expect(await start({ dryRunNumber, undecidedReadings: 3 })).toMatchObject({
      code: 'periods.dryRunStale',
      details: { stale: await stale() },
    });
  });

  test('after a decision about a reading; the next one is good', async () => {
    await dryRun();
    const { rows } = await sql<{ id: string }>`select submission_id as id from billing.reading_review
      where account_number = ${household.accountNumber}`.execute(town.db);
    await town.ask(READING_REVIEW_DECIDE, {
      accountNumber: household.accountNumber,
      reviewId: rows[0]?.id ?? '',
      action: 'accept',
      reason: '',
      actorName: 'Олена',
    });
    expect((await list()).runs[0]?.stale).toEqual([{ cause: 'readings', count: 1 }]);
    const again = await dryRun();
    expect(again).toMatchObject({ stale: [], totals: { undecided: { readings: 2 } } });
    expect(await start({ dryRunNumber: again.runNumber, undecidedReadings: 2 })).toMatchObject({ ok: true });
    await work();
    expect(await consumptionOf(household)).toEqual(['400 actual f']);
  });

  test('and a closing that was paused before it began is not resumed by it', async () => {
    const { runNumber: dryRunNumber } = await dryRun();
    const started = await start({ dryRunNumber, undecidedReadings: 3 });
    const runNumber = started.ok ? started.data.runNumber : 0;
    const act = (one: 'pause' | 'resume') =>
      town.call(CLOSING_RUN_ACT, { runNumber, act: one, reason: 'Обід' });
    expect(await act('pause')).toMatchObject({ ok: true });
    const changed = { accountNumber: '', kind: 'rules.planned', payload: {} };
    await insertAudit(town.db, { actor: 'import', reference: '' }, [changed], afterWindows);
    expect(await act('resume')).toMatchObject({
      code: 'periods.dryRunStale',
      details: { stale: [{ cause: 'rules', count: 1 }] },
    });
  });

  test('when it was made before the month was over', async () => {
    town.clock.set(instantFromIso('2026-10-31T10:00:00Z'));
    const early = await dryRun();
    town.clock.set(afterWindows);
    const stale = [{ cause: 'monthNotOver', count: 0 }];
    expect((await list()).runs[0]?.stale).toEqual(stale);
    const started = await start({ dryRunNumber: early.runNumber, undecidedReadings: 3 });
    expect(started).toMatchObject({ code: 'periods.dryRunStale', details: { stale } });
  });
});
