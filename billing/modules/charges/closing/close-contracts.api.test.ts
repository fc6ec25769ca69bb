import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listInvoiceQuantities } from '#billing/modules/invoices/read-invoices.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import {
  type EntityFixture,
  makeEntity,
  makePrices,
  type PriceFixture,
} from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { type ClosingFixture, startClosingFixture } from '../testing/closing-fixture.ts';

let fixture: ClosingFixture;
const query = queryOn(() => fixture.db);

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
});
beforeEach(async () => {
  await fixture.clear();
  await query`truncate billing.price_component`;
});
afterAll(() => fixture.end());

const period = billingPeriod('2026-04');
const next = addMonths(period, 1);
/** The reading of the first point at the end of the next month. */
const readAfter = (accountNumber: string, points: readonly { meterId: string }[], value: number) => ({
  ...{ accountNumber, meterId: points[0]?.meterId ?? '', period: next },
  ...{ effectiveDate: firstDay(addMonths(next, 1)), values: { single: value } },
});
const w1 = { before: 43930, after: 48210 };
const k20 = { coefficient: 20 };
const w2 = { before: 11206, after: 12874, meter: k20 };
const ofUniversal = { priceKind: 'universal' } as const;
const universal: PriceFixture = {
  purchase: '8.45151',
  universalTariff: '0.23462',
  transmission: '0.71368',
  distribution: '2.69293',
};
const energy = { dayAhead: '5.98037', margin: '0.15', transmission: '0.74291' };
const spot: PriceFixture = { ...energy, distribution: '2.75218' };

async function invoicesOf(accountNumber: string, month = period) {
  const rows = await query<{ invoice: string }>`
    select concat_ws(' ', payee, quantity, net_kopiykas, vat_kopiykas, gross_kopiykas) as invoice from billing.invoice
    where account_number = ${accountNumber} and period = ${month} order by payee desc`;
  return rows.map(({ invoice }) => invoice);
}

async function linesOf(accountNumber: string, month = period) {
  const rows = await query<{ line: string }>`
    select concat_ws(' ', kind, component, for_period, quantity, amount_kopiykas) as line from billing.invoice_line
    where account_number = ${accountNumber} and period = ${month} order by payee desc, line_number`;
  return rows.map(({ line }) => line);
}

/** Makes an entity, closes its month, and answers its account. */
async function closed(prices: PriceFixture, entity: Omit<EntityFixture, 'period'>) {
  await makePrices(fixture.db, firstDay(period), prices);
  const { accountNumber, points } = await makeEntity(fixture.db, { period, ...entity });
  expect(await fixture.close(period)).toMatchObject({ kind: 'closed', billCount: 1 });
  return { accountNumber, points };
}

describe('the worked numbers of the facts of entities', () => {
  test.each<[string, PriceFixture, EntityFixture['contract'], EntityFixture['points'][number], string]>([
    ['W1 in one price', universal, { ...ofUniversal, isOnePrice: true }, w1, '4280 5175693 1035139 6210832'],
    ['W1 in four lines', universal, ofUniversal, w1, '4280 5175692 1035138 6210830'],
    ['W2', spot, { priceKind: 'spot' }, w2, '33360 32110534 6422107 38532641'],
    ['W2 in one price', spot, { priceKind: 'spot', isOnePrice: true }, w2, '33360 32110535 6422107 38532642'],
    ['W3', spot, { priceKind: 'spot' }, { before: 0, after: 1237 }, '1237 1190670 238134 1428804'],
    [
      'W3 truncated',
      spot,
      { priceKind: 'spot', rounding: 'truncate' },
      { before: 0, after: 1237 },
      '1237 1190667 238133 1428800',
    ],
    [
      'W4',
      {},
      { priceKind: 'fixedGross', fixedPrice: '9.15598', isWithoutNetworks: true },
      { before: 0, after: 18430 },
      '18430 14062059 2812412 16874471',
    ],
    [
      'W4 from the net price',
      {},
      { priceKind: 'fixedNet', fixedPrice: '7.62998', isWithoutNetworks: true },
      { before: 0, after: 18430 },
      '18430 14062053 2812411 16874464',
    ],
    [
      'W5',
      { ...spot, margin: '0.05', distribution: '0.32067' },
      { priceKind: 'spot' },
      { before: 100, after: 134, meter: { coefficient: 7000 }, powerWatts: 2_500_000 },
      '238000 168836010 33767202 202603212',
    ],
  ])('%s comes out of a closing', async (_, prices, contract, point, expected) => {
    const { accountNumber } = await closed(prices, { contract, points: [point] });
    expect(await invoicesOf(accountNumber)).toEqual([`supplier ${expected}`]);
    const rows = await query<{ charged: string; booked: string }>`
      select charged_kopiykas as charged, (select sum(amount_kopiykas) from billing.ledger_entry e
        where e.account_number = b.account_number and debit_account = 'receivable') as booked
      from billing.bill b where account_number = ${accountNumber}`;
    const gross = expected.split(' ').at(-1);
    expect(rows.map(({ charged, booked }) => [String(charged), String(booked)])).toEqual([[gross, gross]]);
  });

  test('W6: reactive energy is an invoice of the operator and a debt of its own', async () => {
    const { accountNumber } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [
        {
          before: 11206,
          after: 12874,
          meter: k20,
          reactiveEquivalent: 80_000,
          reactiveImport: 21680 / 20,
          reactiveExport: 1400 / 20,
        },
      ],
    });
    expect(await invoicesOf(accountNumber)).toEqual([
      'supplier 33360 32110534 6422107 38532641',
      'operator 23080 1436165 287233 1723398',
    ]);
    expect((await linesOf(accountNumber)).slice(-2)).toEqual([
      'reactiveConsumed reactive 2026-04 23080 1238176',
      'reactiveCompensation reactive 2026-04 23080 197989',
    ]);
    const rows = await query<{ amount: string }>`
      select amount_kopiykas as amount from billing.ledger_entry
      where account_number = ${accountNumber} and kind = 'reactive' and debit_account = 'reactiveReceivable'`;
    expect(rows.map(({ amount }) => String(amount))).toEqual(['1723398']);
  });

  test.each(['2026-05-01', '2026-04-20'])(
    'W6 with a meter that is removed on %s: its last kvarh are charged, no other month shows them',
    async (removedOn) => {
      const { db } = fixture;
      await makePrices(db, firstDay(period), spot);
      const point = { before: 11206, after: undefined, meter: k20, reactiveEquivalent: 80_000 };
      const contract = { priceKind: 'spot' } as const;
      const entity = await makeEntity(db, { period, contract, points: [point] });
      const { accountNumber } = entity;
      const channels = { reactiveImport: 21680 / 20, reactiveExport: 1400 / 20 };
      await sql`update billing.meter set meter_state = 'removed', removed_on = ${removedOn}`.execute(db);
      await sql`update billing.register set removed_value = 12874`.execute(db);
      for (const [channel, value] of Object.entries(channels))
        await sql`insert into billing.meter_channel (account_number, meter_id, channel, installed_value, removed_value)
          values (${accountNumber}, ${entity.points[0]?.meterId}, ${channel}, 0, ${value})`.execute(db);
      await fixture.close(period);
      expect((await invoicesOf(accountNumber))[1]).toBe('operator 23080 1436165 287233 1723398');
      const dialsOf = async (month: typeof period) =>
        (await listInvoiceQuantities(db, accountNumber, month)).flatMap(({ meters }) =>
          meters.flatMap(({ register, quantity }) => (register === 'single' ? [] : [quantity])),
        );
      expect(await dialsOf(period)).toEqual([21680, 1400]);
      await sql`insert into billing.invoice_quantity
        select account_number, ${addMonths(period, -1)}, eic_code, 0, 0, 0, 0, 0, 0, 0, false
        from billing.invoice_quantity`.execute(db);
      expect(await dialsOf(addMonths(period, -1))).toEqual([null, null]);
    },
  );

  test('W9: the sub-consumer and its share of the losses are taken off the main point', async () => {
    const { accountNumber, points } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [
        { before: 11206, after: 12874, meter: k20, lossKwh: 717 },
        { before: 0, after: 9840, subOf: 0 },
      ],
    });
    const rows = await query<{ quantity: string }>`
      select concat_ws(' ', metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh) as quantity
      from billing.invoice_quantity where account_number = ${accountNumber}
      order by eic_code = ${points[0]?.eicCode ?? ''} desc`;
    expect(rows.map(({ quantity }) => quantity)).toEqual(['33360 717 211 9840 24026', '9840 211 0 0 10051']);
    expect(await invoicesOf(accountNumber)).toEqual([expect.stringMatching(/^supplier 24026 /)]);
  });
});

describe('a contract', () => {
  test('sub-consumers that took more than the main point hold it: nothing of it is billed', async () => {
    const { accountNumber } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [
        { before: 0, after: 100 },
        { before: 0, after: 140, subOf: 0 },
      ],
    });
    expect(await invoicesOf(accountNumber)).toEqual([]);
    const rows = await query<{ held: number }>`
      select count(*)::int as held from billing.invoice_quantity
      where account_number = ${accountNumber} and is_held`;
    expect(rows[0]?.held).toBe(1);
  });

  test('a closing without the day-ahead price of its month is refused and names it', async () => {
    await makePrices(fixture.db, firstDay(addMonths(period, -1)), spot);
    const points = [{ before: 0, after: 5 }];
    await makeEntity(fixture.db, { period, contract: { priceKind: 'spot' }, points });
    expect(await fixture.close(period)).toMatchObject({ code: 'noPrice', subject: 'dayAhead 2' });
  });

  test('planned payments of the month after are shares of the sum of the month', async () => {
    const plannedParts = [
      { day: 5, percent: 30 },
      { day: 15, percent: 30 },
      { day: 25, percent: 40 },
    ];
    const { accountNumber } = await closed(spot, {
      contract: { priceKind: 'spot', plannedParts },
      points: [{ before: 0, after: 1237 }],
    });
    const rows = await query<{ part: string }>`
      select concat_ws(' ', period, part_number, due_on, amount_kopiykas) as part from billing.planned_payment
      where account_number = ${accountNumber} order by part_number`;
    expect(rows.map(({ part }) => part)).toEqual([
      '2026-05 1 2026-05-05 428641',
      '2026-05 2 2026-05-15 428641',
      '2026-05 3 2026-05-25 571522',
    ]);
  });

  test('a correction of the operator is a line of the next invoice by the prices of its month, once', async () => {
    const { accountNumber, points } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [{ before: 0, after: 1000 }],
    });
    const before = await linesOf(accountNumber);
    await makePrices(fixture.db, firstDay(next), { dayAhead: '7' });
    await query`insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
      values (${accountNumber}, ${points[0]?.eicCode}, ${period}, 'Act 7', -100, now())`;
    await giveReading(fixture.db, readAfter(accountNumber, points, 1500));
    expect(await fixture.close(next)).toMatchObject({ kind: 'closed' });
    expect((await linesOf(accountNumber, next)).filter((line) => line.startsWith('adjustment'))).toEqual([
      'adjustment dayAhead 2026-04 -100 -59804',
      'adjustment margin 2026-04 -100 -1500',
      'adjustment transmission 2026-04 -100 -7429',
      'adjustment distribution 2026-04 -100 -27522',
    ]);
    expect(await linesOf(accountNumber)).toEqual(before);
    const after = addMonths(next, 1);
    await makePrices(fixture.db, firstDay(after), { dayAhead: '7' });
    expect(await fixture.close(after)).toMatchObject({ kind: 'closed' });
    expect((await linesOf(accountNumber, after)).filter((line) => line.startsWith('adjustment'))).toEqual([]);
  });

  test.each([true, false])(
    'a correction of a sub-consumer is billed when the account pays for it: %s',
    async (isSubBilled) => {
      const { accountNumber, points } = await closed(spot, {
        contract: { priceKind: 'spot', isOnePrice: true },
        points: [
          { before: 0, after: 1000 },
          { before: 0, after: 100, subOf: 0, isSubBilled },
        ],
      });
      await makePrices(fixture.db, firstDay(next), { dayAhead: '7' });
      await query`insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
        values (${accountNumber}, ${points[1]?.eicCode}, ${period}, 'Act 7', 40, now())`;
      await fixture.close(next);
      const lines = (await linesOf(accountNumber, next)).filter((line) => line.startsWith('adjustment'));
      expect(lines).toEqual(isSubBilled ? ['adjustment allIn 2026-04 40 38502'] : []);
      const rows = await query`select from billing.volume_correction where booked_period is null`;
      expect(rows).toEqual([]);
    },
  );

  test('a reading after a month by average puts that month right in the open one', async () => {
    const { accountNumber, points } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [{ before: 310, after: undefined }],
    });
    const [charged] = await invoicesOf(accountNumber);
    const estimated = Number(charged?.split(' ')[1]);
    expect(estimated).toBeGreaterThan(0);
    await makePrices(fixture.db, firstDay(next), { dayAhead: '7' });
    await giveReading(fixture.db, readAfter(accountNumber, points, 371));
    expect(await fixture.close(next)).toMatchObject({ kind: 'closed' });
    const lines = await linesOf(accountNumber, next);
    const kwhOf = (kind: string) =>
      lines.filter((line) => line.startsWith(`${kind} dayAhead`)).map((line) => Number(line.split(' ')[3]));
    // 61 days, 61 kWh: 30 of them belong to April.
    expect(kwhOf('adjustment')).toEqual([30 - estimated]);
    expect(kwhOf('energy')).toEqual([31]);
  });

  test('a month before the contract is put right by the tariff that charged it', async () => {
    const contract = { priceKind: 'spot' } as const;
    const unread = [{ before: 310, after: undefined }];
    const { accountNumber, points } = await makeEntity(fixture.db, { period, contract, points: unread });
    await query`update billing.entity_contract set valid_from = ${firstDay(next)}`;
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed' });
    expect(await invoicesOf(accountNumber)).toEqual([]);
    await makePrices(fixture.db, firstDay(next), spot);
    await giveReading(fixture.db, readAfter(accountNumber, points, 371));
    expect(await fixture.close(next)).toMatchObject({ kind: 'closed' });
    expect((await linesOf(accountNumber, next)).filter((line) => line.startsWith('adjustment'))).toEqual([]);
    const rows = await query<{ kwh: number; recalculated: string }>`
      select (select sum(energy_wh) / 1000 from billing.charge_line l where l.account_number = b.account_number)::float8 as kwh,
        recalculated_kopiykas as recalculated
      from billing.bill b where b.account_number = ${accountNumber} and b.period = ${next}`;
    // What April was charged by average and what it is charged back leave the 30 kWh that it counted.
    expect(rows[0]?.kwh).toBe(30);
    expect(String(rows[0]?.recalculated)).toBe('12096');
    expect(await checkLedger(fixture.db, 5)).toEqual([]);
  });

  test('a correction for a month without prices waits for them', async () => {
    const { accountNumber, points } = await closed(spot, {
      contract: { priceKind: 'spot' },
      points: [{ before: 0, after: 1000 }],
    });
    await query`insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
      values (${accountNumber}, ${points[0]?.eicCode}, '2025-12', 'Act 8', 50, now())`;
    await makePrices(fixture.db, firstDay(next), { dayAhead: '7' });
    expect(await fixture.close(next)).toMatchObject({ kind: 'closed' });
    const rows = await query<{ booked: string | null }>`
      select booked_period as booked from billing.volume_correction where account_number = ${accountNumber}`;
    expect(rows).toEqual([{ booked: null }]);
    expect((await linesOf(accountNumber, next)).filter((line) => line.startsWith('adjustment'))).toEqual([]);
  });

  test('points of class 1 alone need no price of class 2; a point without a class needs it and is named', async () => {
    await makePrices(fixture.db, firstDay(period), energy);
    await query`insert into billing.price_component (kind, subject, voltage_class, valid_from, price_micro, source)
      values ('distribution', 'TEST', 1, ${firstDay(period)}, 320670, 'test')`;
    const { accountNumber, points } = await makeEntity(fixture.db, {
      period,
      contract: { priceKind: 'spot' },
      points: [
        { before: 0, after: 100 },
        { before: 0, after: 200 },
      ],
    });
    await query`update billing.contract_point set voltage_class = 1`;
    await query`delete from billing.contract_point where eic_code = ${points[1]?.eicCode}`;
    expect(await fixture.close(period)).toMatchObject({ kind: 'refused', subject: 'distribution TEST 2' });
    await query`insert into billing.contract_point (account_number, eic_code, valid_from, voltage_class)
      values (${accountNumber}, ${points[1]?.eicCode}, '2015-01-01', 1)`;
    expect(await fixture.close(period)).toMatchObject({ kind: 'closed' });
    expect(await invoicesOf(accountNumber)).toEqual([expect.stringMatching(/^supplier 300 /)]);
  });
});
