import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type ContractFixture, giveChannel, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  addMonths,
  type BillingPeriod,
  billingPeriod,
  firstDay,
  firstDayAfter,
} from '#domain/time/billing-period.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { requestRecalculations } from '../recalculations.ts';
import { type ClosingFixture, startClosingFixture } from '../testing/closing-fixture.ts';

let fixture: ClosingFixture;
const april = billingPeriod('2026-04');
const one = [{ before: 0, after: 1000 }];
const may = addMonths(april, 1);
const june = addMonths(april, 2);

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db, { rules: { reactive: { minKwh: 0 } } });
});
beforeEach(async () => {
  await fixture.clear();
  await sql`truncate billing.price_component`.execute(fixture.db);
  for (const month of [april, may, june])
    await makePrices(fixture.db, firstDay(month), { dayAhead: '5.98037' });
  await makePrices(fixture.db, firstDay(april), { margin: '0.15' });
});
afterAll(() => fixture.end());

const contract: ContractFixture = { priceKind: 'spot', isWithoutNetworks: true };

async function adjustmentsOf(accountNumber: string, month: BillingPeriod) {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', component, for_period, quantity, amount_kopiykas) as line from billing.invoice_line
    where account_number = ${accountNumber} and period = ${month} and kind = 'adjustment'
    order by payee desc, line_number`.execute(fixture.db);
  return rows.map(({ line }) => line);
}

async function giveCorrection(accountNumber: string, eicCode = '', recordedAt = '2026-05-01', month = april) {
  await sql`insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
    values (${accountNumber}, ${eicCode}, ${month}, 'Act 7', -100, ${recordedAt}::timestamptz)`.execute(
    fixture.db,
  );
}

/** As an import closes a month of the history. */
const asHistory = (month: BillingPeriod) => ({ asOf: kyivMidnight(firstDayAfter(month)) });

test('a history bills a correction of the operator in the first month that knows it', async () => {
  const { accountNumber, points } = await makeEntity(fixture.db, { period: april, contract, points: one });
  // Readings and corrections of May are taken until the end of 3 June.
  await giveCorrection(accountNumber, points[0]?.eicCode, '2026-06-04 12:00+03');
  for (const month of [april, may, june])
    expect(await fixture.close(month, asHistory(month))).toMatchObject({ kind: 'closed' });
  const adjustments = await Promise.all([may, june].map((month) => adjustmentsOf(accountNumber, month)));
  expect(adjustments).toEqual([[], ['dayAhead 2026-04 -100 -59804', 'margin 2026-04 -100 -1500']]);
});

test('a history bills a correction that was recorded while readings of the month were taken', async () => {
  const { accountNumber, points } = await makeEntity(fixture.db, { period: april, contract, points: one });
  await giveCorrection(accountNumber, points[0]?.eicCode, '2026-06-03 12:00+03');
  for (const month of [april, may])
    expect(await fixture.close(month, asHistory(month))).toMatchObject({ kind: 'closed' });
  expect(await adjustmentsOf(accountNumber, may)).toHaveLength(2);
});

test('a correction of a month before the account was opened is not billed', async () => {
  const { accountNumber, points } = await makeEntity(fixture.db, { period: may, contract, points: one });
  await sql`update billing.account set opened_on = '2026-05-01'`.execute(fixture.db);
  await giveCorrection(accountNumber, points[0]?.eicCode);
  expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
  expect(await fixture.close(may)).toMatchObject({ kind: 'closed' });
  expect(await adjustmentsOf(accountNumber, may)).toEqual([]);
});

test('adjustments are rounded by the contract of their month, those of reactive energy too', async () => {
  const { accountNumber, points } = await makeEntity(fixture.db, {
    period: april,
    contract,
    points: [
      { before: 0, after: 1000, reactiveEquivalent: 80_000, reactiveImport: 250, reactiveExport: 0 },
      { before: 0, after: 1000 },
    ],
  });
  expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
  await sql`insert into billing.entity_contract
    select (jsonb_populate_record(k, '{"valid_from": "2026-05-01", "rounding": "truncate"}')).*
    from billing.entity_contract k`.execute(fixture.db);
  await giveCorrection(accountNumber, points[1]?.eicCode);
  const [meterId = ''] = points.map((point) => point.meterId);
  for (const [effectiveDate, value] of [
    [firstDay(may), 880],
    [firstDay(june), 1800],
  ] as const) {
    const values = { single: value };
    await giveReading(fixture.db, { accountNumber, meterId, period: may, effectiveDate, values });
  }
  for (const [channel, value] of [
    ['reactiveImport', 500],
    ['reactiveExport', 0],
  ] as const)
    await giveChannel(fixture.db, { accountNumber, meterId, channel, period: may, value });
  expect(await fixture.close(may)).toMatchObject({ kind: 'closed' });
  // 59803.7 and 11960.74 × (250/880 − 0.25)² = 13.9 kopiykas up; at 1000 kWh there is no surcharge.
  expect(await adjustmentsOf(accountNumber, may)).toEqual([
    'dayAhead 2026-04 -120 -71764',
    'margin 2026-04 -120 -1800',
    'dayAhead 2026-04 -100 -59804',
    'margin 2026-04 -100 -1500',
    'reactive 2026-04 0 14',
  ]);
});

describe('a prepayment', () => {
  const prepaid: ContractFixture = { ...contract, isPrepaid: true };
  const two = [
    { before: 0, after: 1000 },
    { before: 0, after: 500 },
  ];

  async function declare(eicCode: string | undefined, kwh: number, document = 'Annex 1', appliedAt?: string) {
    await sql`insert into billing.contract_volume (account_number, period, eic_code, document, kwh, applied_at)
      select account_number, ${may}, eic_code, ${document}, ${kwh}, ${appliedAt ?? null}::timestamptz
      from billing.metering_point where eic_code = ${eicCode}`.execute(fixture.db);
  }

  async function plannedOf(accountNumber: string) {
    const { rows } = await sql<{ part: string }>`
      select concat_ws(' ', period, part_number, due_on, amount_kopiykas) as part from billing.planned_payment
      where account_number = ${accountNumber}`.execute(fixture.db);
    return rows.map(({ part }) => part);
  }

  test('is the declared volume of each point at its last price, rounded and taxed as an invoice', async () => {
    const entity = { period: april, contract: prepaid, points: two };
    const { accountNumber, points } = await makeEntity(fixture.db, entity);
    await declare(points[0]?.eicCode, 1237);
    await declare(points[1]?.eicCode, 0);
    expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
    // (7397.72 + 185.55) × 1.2
    expect(await plannedOf(accountNumber)).toEqual(['2026-05 1 2026-05-20 909992']);
  });

  test('takes the last correction that was applied, and of a history those that it knows', async () => {
    const entity = { period: april, contract: prepaid, points: two.slice(0, 1) };
    const { accountNumber, points } = await makeEntity(fixture.db, entity);
    await declare(points[0]?.eicCode, 9000);
    await declare(points[0]?.eicCode, 1237, 'Agreement 1', '2026-04-20 12:00+03');
    await declare(points[0]?.eicCode, 5000, 'Agreement 2', '2026-05-20 12:00+03');
    expect(await fixture.close(april, asHistory(april))).toMatchObject({ kind: 'closed' });
    expect(await plannedOf(accountNumber)).toEqual(['2026-05 1 2026-05-20 909992']);
  });

  test('takes what was billed of a point without a declared volume', async () => {
    const both = [237, 500].map((after) => ({ before: 0, after }));
    const entity = { period: april, contract: prepaid, points: both };
    const { accountNumber, points } = await makeEntity(fixture.db, entity);
    await declare(points[1]?.eicCode, 1000);
    expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
    // (1417.35 + 35.55 + 5980.37 + 150.00) × 1.2
    expect(await plannedOf(accountNumber)).toEqual(['2026-05 1 2026-05-20 909992']);
  });

  test('of a month without declared volumes is the sum of the last invoice', async () => {
    const entity = { period: april, contract: prepaid, points: [{ before: 0, after: 1237 }] };
    const { accountNumber } = await makeEntity(fixture.db, entity);
    expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
    expect(await plannedOf(accountNumber)).toEqual(['2026-05 1 2026-05-20 909992']);
  });
});

test.each([
  ['fixedGross', 'fixedNet', '-100 7.629983 -76300'],
  ['fixedNet', 'fixedGross', '-100 10.987176 -109872'],
] as const)(
  'an adjustment of a month of %s on an invoice of %s has price and sum in the base of the invoice',
  async (before, after, line) => {
    const { accountNumber, points } = await makeEntity(fixture.db, {
      period: april,
      contract: { priceKind: before, fixedPrice: '9.15598', isWithoutNetworks: true },
      points: [{ before: 0, after: 1000 }],
    });
    await sql`insert into billing.entity_contract (account_number, valid_from, contract_number, signed_on, price_kind, operator_code,
        fixed_price_micro, with_transmission, with_distribution)
      values (${accountNumber}, ${firstDay(may)}, 'E-2', '2026-05-01', ${after}, 'TEST', 8000000, false, false)`.execute(
      fixture.db,
    );
    expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
    await giveCorrection(accountNumber, points[0]?.eicCode);
    expect(await fixture.close(may)).toMatchObject({ kind: 'closed' });
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', quantity, (price_micro / 1000000.0)::numeric(9, 6), amount_kopiykas) as line
      from billing.invoice_line where period = ${may} and kind = 'adjustment'`.execute(fixture.db);
    expect(rows).toEqual([{ line }]);
  },
);

test('a month that was brought in is put right by its prices, and a second time by the difference', async () => {
  const { db } = fixture;
  await makePrices(db, firstDay(addMonths(april, -1)), { dayAhead: '7' });
  const { accountNumber } = await makeEntity(db, {
    period: april,
    contract: { ...contract, isOnePrice: true },
    points: [{ before: 1000, after: 3000, lossPercent: 10_000 }],
  });
  const march = addMonths(april, -1);
  await makePrices(db, firstDay(addMonths(april, -2)), { margin: '0.1' });
  const putRight = async (value: number, month: BillingPeriod) => {
    await sql`update billing.reading set value = ${value} where period = ${march}`.execute(db);
    await requestRecalculations(db, [
      {
        accountNumber,
        requestId: newId(),
        fromPeriod: march,
        cause: 'lateReading',
        requestedAt: kyivMidnight(firstDay(month)),
      },
    ]);
  };
  await putRight(1100, april);
  expect(await fixture.close(april)).toMatchObject({ kind: 'closed' });
  await putRight(1050, may);
  expect(await fixture.close(may)).toMatchObject({ kind: 'closed' });
  expect(await adjustmentsOf(accountNumber, april)).toEqual(['allIn 2026-03 110 78100']);
  // (5.98037 + 0.15) × 55 is taken over by April.
  const adjustments = await adjustmentsOf(accountNumber, may);
  expect(adjustments).toEqual(['allIn 2026-04 55 33717', 'allIn 2026-03 -55 -39050']);
});
