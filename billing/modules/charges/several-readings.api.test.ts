import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALCULATION_GET, RECALCULATION_BOOK } from '#billing/api/charges.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { openPeriodsUpTo } from './period-store.ts';
import { requestRecalculations } from './recalculations.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

const october = billingPeriod('2026-10');
const november = billingPeriod('2026-11');

let fixture: ClosingFixture;
let db: BillingDatabase;

beforeAll(async () => {
  fixture = await startClosingFixture();
  db = fixture.db as BillingDatabase;
  await makeSupplier(db);
});

afterAll(() => fixture.end());

beforeEach(async () => {
  await fixture.clear();
  await openPeriodsUpTo(db, november, october);
});

/** 100 kWh in September 2026 and nothing known of last October. */
const history = [{ period: '2026-09', closing: { single: 2000 } }] as const;

type Given = readonly [effectiveDate: string, value: number, status?: 'accepted' | 'underReview'];

/** An account with readings of October, given in this order. */
async function makeRead(...given: readonly Given[]) {
  const account = await makeAccount(db, { history });
  for (const [effectiveDate, value, status] of given)
    await giveOctober(account, effectiveDate, value, status);
  return account;
}

type Account = Awaited<ReturnType<typeof makeAccount>>;

async function giveOctober(
  { accountNumber, meterId }: Account,
  effectiveDate: string,
  value: number,
  status: Given[2] = 'accepted',
) {
  const reading = { accountNumber, meterId, period: october, effectiveDate, values: { single: value } };
  await giveReading(db, { ...reading, status });
}

async function measured({ accountNumber }: Account, period: string = october) {
  const { rows } = await sql<{
    summary: string;
  }>`select concat_ws(' ', basis, closing_value, energy_wh / 1000) as summary
    from billing.consumption where account_number = ${accountNumber} and period = ${period}`.execute(db);
  return rows[0]?.summary;
}

function calculate({ accountNumber }: Account, now: string) {
  const clock = fixedClock(instantFromIso(now));
  const input = { accountNumber, date: '2026-10-15' };
  return createBilling({ db, clock }).run(CALCULATION_GET.name, input, { reference: '1', actor: 'test' });
}

test.each([
  [
    'in the order of their days',
    [
      ['2026-10-10', 2030],
      ['2026-10-22', 2070],
      ['2026-11-01', 2103],
    ],
  ],
  [
    'the last one first',
    [
      ['2026-11-01', 2103],
      ['2026-10-22', 2070],
      ['2026-10-10', 2030],
    ],
  ],
] as const)('a closing counts the reading of the latest day: %s', async (_, given) => {
  const account = await makeRead(...given);
  expect(await fixture.close(october)).toMatchObject({ kind: 'closed' });
  expect(await measured(account)).toBe('actual 2103 103');
});

test('without a reading as of the 1st the latest is brought to it', async () => {
  const twice = await makeRead(['2026-10-10', 2050], ['2026-10-22', 2070]);
  const once = await makeRead(['2026-10-22', 2070]);
  await fixture.close(october);
  expect(await measured(twice)).toMatch(/^brought 2\d{3} \d+$/);
  expect(await measured(twice)).toBe(await measured(once));
});

test('a reading under review does not count, and the accepted one before it does', async () => {
  const account = await makeRead(['2026-10-22', 2070], ['2026-11-01', 2900, 'underReview']);
  expect(await calculate(account, '2026-10-31T10:00:00Z')).toMatchObject({
    code: 'billing.pendingVerification',
  });
  await fixture.close(october);
  expect(await measured(account)).toMatch(/^brought/);
});

test('a review holds up the calculation only until a later reading is accepted', async () => {
  const account = await makeRead(['2026-10-10', 2800, 'underReview'], ['2026-10-22', 2070]);
  expect(await calculate(account, '2026-10-22T10:00:00Z')).toMatchObject({
    ok: true,
    data: { registers: [{ value: 2070, readAsOf: '2026-10-22' }] },
  });
});

test('a month that was brought from the second of two readings is recalculated from the next one', async () => {
  const account = await makeRead(['2026-10-10', 2030], ['2026-10-22', 2070]);
  await fixture.close(october);
  const { accountNumber, meterId } = account;
  const first = { accountNumber, meterId, period: november };
  await giveReading(db, { ...first, effectiveDate: '2026-11-10', values: { single: 2080 } });
  const clock = fixedClock(instantFromIso('2026-11-15T10:00:00Z'));
  const booked = await createBilling({ db, clock }).run(
    RECALCULATION_BOOK.name,
    { after: '', readUntil: '2100-01-01T00:00:00Z', limit: 100 },
    { reference: '1', actor: 'test' },
  );
  expect(booked).toMatchObject({ ok: true, data: { booked: 1 } });
  await giveReading(db, { ...first, effectiveDate: '2026-12-01', values: { single: 2100 } });
  expect(await fixture.close(november)).toMatchObject({ kind: 'closed' });
  expect(await measured(account, november)).toMatch(/^actual 2100 /);
});

test('a register has one current reading per day', async () => {
  const account = await makeRead(['2026-10-10', 2030]);
  await expect(giveOctober(account, '2026-10-10', 2031)).rejects.toMatchObject({ code: '23505' });
});

describe('a change of price within a month', () => {
  const tariffCode = 'twoPrices';

  beforeAll(async () => {
    const flat = (price: string) => JSON.stringify({ rule: { kind: 'flat', price }, coefficients: {} });
    await sql`insert into billing.tariff (tariff_code, title) values (${tariffCode}, ${tariffCode})`.execute(
      db,
    );
    await sql`insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act) values
      (${tariffCode}, '2020-01-01', '2026-10-10', ${flat('2')}::jsonb, 'test'),
      (${tariffCode}, '2026-10-11', null, ${flat('3')}::jsonb, 'test')`.execute(db);
  });

  const atFirst = ['2026-11-01', 2122] as const;
  const inside = ['2026-10-16', 2090] as const;

  async function makePriced(...given: readonly Given[]) {
    const account = await makeAccount(db, { history, tariffCode });
    for (const [effectiveDate, value] of given) await giveOctober(account, effectiveDate, value);
    return account;
  }

  async function billOf({ accountNumber }: Account, period: string) {
    const { rows } = await sql<{ charged: number; recalculated: number }>`
      select charged_kopiykas::int as charged, recalculated_kopiykas::int as recalculated
      from billing.bill where account_number = ${accountNumber} and period = ${period}`.execute(db);
    return rows[0];
  }

  test('splits what lies between two readings by the days between them', async () => {
    const once = await makePriced(atFirst);
    const twice = await makePriced(inside, atFirst);
    await fixture.close(october);
    // 122 kWh of 31 days: 39 of ten days at 2.00, 83 at 3.00.
    expect(await billOf(once, october)).toEqual({ charged: 32_700, recalculated: 0 });
    // 90 kWh of 15 days: 60 of ten days at 2.00, 30 at 3.00; 32 kWh of the days after at 3.00.
    expect(await billOf(twice, october)).toEqual({ charged: 30_600, recalculated: 0 });
  });

  test('of a closed month is split again by a reading within it that comes late, in the next bill', async () => {
    const account = await makePriced(atFirst);
    await fixture.close(october);
    expect(await billOf(account, october)).toEqual({ charged: 32_700, recalculated: 0 });
    const { accountNumber, meterId } = account;
    const [effectiveDate, single] = inside;
    await giveReading(db, { accountNumber, meterId, period: november, effectiveDate, values: { single } });
    await requestRecalculations(db, [
      {
        ...{ accountNumber, requestId: newId(), fromPeriod: october, cause: 'lateReading' },
        requestedAt: instantFromIso('2026-11-15T10:00:00Z'),
      },
    ]);
    await giveReading(db, {
      ...{ accountNumber, meterId, period: november, effectiveDate: '2026-12-01', values: { single: 2152 } },
    });
    expect(await fixture.close(november)).toMatchObject({ kind: 'closed' });
    // The kWh of October are the same.
    expect(await billOf(account, november)).toEqual({ charged: 9000, recalculated: -2100 });
  });
});
