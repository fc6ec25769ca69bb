import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type EntityFixture, giveChannel, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { type ClosingFixture, startClosingFixture } from '../testing/closing-fixture.ts';

let fixture: ClosingFixture;
const period = billingPeriod('2026-04');
const next = addMonths(period, 1);

const prices = {
  dayAhead: '5.98037',
  margin: '0.15',
  purchase: '5.98037',
  universalTariff: '0.23462',
  transmission: '0.74291',
  distribution: '2.75218',
};

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
});
beforeEach(async () => {
  await fixture.clear();
  await sql`truncate billing.price_component`.execute(fixture.db);
  await makePrices(fixture.db, firstDay(period), prices);
});
afterAll(() => fixture.end());

/** The operator's invoice of a month: "net VAT gross", then its lines. */
async function reactiveOf(
  accountNumber: string,
  month = period,
  { db } = fixture,
): Promise<readonly string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', net_kopiykas, vat_kopiykas, gross_kopiykas) as row, 0 as place from billing.invoice
    where account_number = ${accountNumber} and period = ${month} and payee = 'operator'
    union all
    select concat_ws(' ', kind, for_period, quantity, price_micro, equivalent_micro, amount_kopiykas), line_number
    from billing.invoice_line where account_number = ${accountNumber} and period = ${month} and payee = 'operator'
    order by place`.execute(db);
  return rows.map(({ row }) => row);
}

const w6 = {
  before: 11_206,
  after: 12_874,
  meter: { coefficient: 20 },
  reactiveEquivalent: 80_000,
  reactiveImport: 21_680 / 20,
  reactiveExport: 1400 / 20,
};

describe('T of reactive energy', () => {
  test.each<[string, EntityFixture['contract']]>([
    ['spot', { priceKind: 'spot' }],
    ['spot in one price', { priceKind: 'spot', isOnePrice: true }],
    ['universal', { priceKind: 'universal' }],
    ['universal in one price', { priceKind: 'universal', isOnePrice: true }],
    ['fixed without VAT', { priceKind: 'fixedNet', fixedPrice: '5.98037' }],
    ['fixed without VAT in one price', { priceKind: 'fixedNet', fixedPrice: '5.98037', isOnePrice: true }],
    ['fixed with VAT', { priceKind: 'fixedGross', fixedPrice: '7.176444' }],
    ['fixed with VAT in one price', { priceKind: 'fixedGross', fixedPrice: '7.176444', isOnePrice: true }],
  ])('is the net price of the energy of a contract of the kind %s', async (_, contract) => {
    const { accountNumber } = await makeEntity(fixture.db, { period, contract, points: [w6] });
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed' });
    expect(await reactiveOf(accountNumber)).toEqual([
      '1436165 287233 1723398',
      'reactiveConsumed 2026-04 23080 5980370 80000 1238176',
      'reactiveCompensation 2026-04 23080 5980370 80000 197989',
    ]);
  });

  test('rounds by the terms of the month', async () => {
    const contract = { priceKind: 'spot', rounding: 'truncate' } as const;
    const { accountNumber } = await makeEntity(fixture.db, { period, contract, points: [w6] });
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed' });
    expect(await reactiveOf(accountNumber)).toEqual([
      '1436164 287233 1723397',
      'reactiveConsumed 2026-04 23080 5980370 80000 1238175',
      'reactiveCompensation 2026-04 23080 5980370 80000 197989',
    ]);
  });
});

/** 2,000 kWh and 100 kvarh: 100 × 0.1 × 5.98037 = 59.80, without a surcharge. */
const small = { before: 0, after: 2000, reactiveEquivalent: 100_000, reactiveImport: 100, reactiveExport: 0 };
const contract = { priceKind: 'spot' } as const;

async function chargedPoints(points: EntityFixture['points'], of = fixture): Promise<number> {
  const { accountNumber } = await makeEntity(of.db, { period, contract, points });
  expect(await of.close(period)).toMatchObject({ kind: 'closed' });
  return (await reactiveOf(accountNumber, period, of)).filter((row) => row.startsWith('reactiveConsumed'))
    .length;
}

describe('the threshold of reactive energy', () => {
  test.each<[string, EntityFixture['points'], number]>([
    ['4,999 kWh', [{ ...small, after: 4999 }], 0],
    ['5,000 kWh', [{ ...small, after: 5000 }], 1],
    ['three points without an address', [small, small, small], 3],
    [
      'three points of one address, however it is typed',
      [
        { ...small, address: 'Соборна,  2' },
        { ...small, address: ' соборна, 2' },
        { ...small, address: 'Соборна, 2' },
      ],
      3,
    ],
    [
      'two addresses of which one is below',
      [
        { ...small, address: 'Соборна, 2' },
        { ...small, address: 'Соборна, 4' },
        { ...small, address: 'Соборна, 4', after: 3000 },
      ],
      2,
    ],
    [
      'a sub-consumer that the main point measured',
      [
        { ...small, after: 4000 },
        { ...small, subOf: 0 },
      ],
      0,
    ],
  ])('counts the energy of a site: %s', async (_, points, charged) => {
    expect(await chargedPoints(points)).toBe(charged);
  });

  test.each([
    // The first point is read again for the day on which April ended.
    [
      'takes it back',
      3000,
      2900,
      ['-11960 -2392 -14352', ...new Array(2).fill(expect.stringMatching(/-100 5980370 100000 /))],
    ],
    [
      'adds it',
      2900,
      3000,
      ['11960 2392 14352', ...new Array(2).fill(expect.stringMatching(/ 100 5980370 100000 5980$/))],
    ],
  ])('a late reading across it %s at all points of the site', async (_, first, late, rows) => {
    const both = [{ ...small, after: first }, small];
    const { accountNumber, points } = await makeEntity(fixture.db, { period, contract, points: both });
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed' });
    await makePrices(fixture.db, firstDay(next), { dayAhead: '7' });
    const [meterId = ''] = points.map((point) => point.meterId);
    const end = firstDay(addMonths(next, 1));
    const again = { period: next, effectiveDate: firstDay(next), values: { single: late } };
    await giveReading(fixture.db, { accountNumber, meterId, ...again });
    for (const [index, one] of points.entries()) {
      const value = (index === 0 ? late : 2000) + 100;
      await giveReading(fixture.db, {
        accountNumber,
        meterId: one.meterId,
        period: next,
        effectiveDate: end,
        values: { single: value },
      });
      for (const channel of ['reactiveImport', 'reactiveExport'])
        await giveChannel(fixture.db, {
          accountNumber,
          meterId: one.meterId,
          channel,
          period: next,
          value: channel === 'reactiveImport' ? 100 : 0,
        });
    }
    expect(await fixture.close(next)).toMatchObject({ kind: 'closed' });
    expect(await reactiveOf(accountNumber, next)).toEqual(rows);
    expect(await checkLedger(fixture.db, 5)).toEqual([]);
  });
});

test('the threshold counts the contracted power of a site where the supplier sets one', async () => {
  const own = await startClosingFixture();
  await makeSupplier(own.db, { rules: { reactive: { minKilowatts: 50 } } });
  await makePrices(own.db, firstDay(period), prices);
  const point = { ...small, after: 5000, address: 'Соборна, 2' };
  expect(await chargedPoints([{ ...point, powerWatts: 49_999 }], own)).toBe(0);
  await own.clear();
  const two = [
    { ...point, powerWatts: 25_000 },
    { ...point, powerWatts: 25_000 },
  ];
  expect(await chargedPoints(two, own)).toBe(2);
  await own.end();
});
