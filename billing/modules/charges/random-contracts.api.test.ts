import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type EntityHandle, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { randomOf } from '#sample/random.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

const random = randomOf('contracts of a year');
const first = billingPeriod('2026-01');
const months = Array.from({ length: 6 }, (_, index) => addMonths(first, index));
const ENTITIES = 40;

interface Point {
  readonly entity: EntityHandle;
  readonly index: number;
  readonly coefficient: number;
  value: number;
}

let fixture: ClosingFixture;
const points: Point[] = [];

/** Closes six months of entities whose points are read in about every second month, and in the last one all. */
beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
  await makePrices(fixture.db, firstDay(first), {
    margin: '0.15',
    transmission: '0.74291',
    distribution: '2.75218',
  });
  for (let made = 0; made < ENTITIES; made += 1) {
    const coefficients = Array.from(
      { length: random.between(1, 3) },
      () => [1, 20, 350][random.between(0, 2)] ?? 1,
    );
    const entity = await makeEntity(fixture.db, {
      period: first,
      contract: {
        priceKind: 'spot',
        rounding: made % 5 === 0 ? 'truncate' : 'halfUp',
        isOnePrice: made % 3 === 0,
      },
      points: coefficients.map((coefficient) => ({
        before: 500,
        after: undefined,
        meter: { coefficient },
        powerWatts: 4_000_000,
      })),
    });
    for (const [index, coefficient] of coefficients.entries())
      points.push({ entity, index, coefficient, value: 500 });
  }
  for (const month of months) {
    await makePrices(fixture.db, firstDay(month), {
      dayAhead: `${random.between(3, 9)}.${random.between(10000, 99999)}`,
    });
    for (const point of points) {
      point.value += random.between(0, 60);
      if (month !== months.at(-1) && random.next() < 0.5) continue;
      await giveReading(fixture.db, {
        accountNumber: point.entity.accountNumber,
        meterId: point.entity.points[point.index]?.meterId ?? '',
        period: month,
        effectiveDate: firstDayAfter(month),
        values: { single: point.value },
      });
    }
    expect(await fixture.close(month, { chunkSize: random.between(3, 20) })).toMatchObject({
      kind: 'closed',
    });
  }
}, 120_000);
afterAll(() => fixture.end());

test('invoices and their adjustments bill exactly what the dials counted', async () => {
  const { rows } = await sql<{ eicCode: string; kwh: string }>`
    select eic_code as "eicCode", sum(quantity) as kwh from billing.invoice_line
    where component in ('dayAhead', 'allIn') group by eic_code`.execute(fixture.db);
  const billed = new Map(rows.map(({ eicCode, kwh }) => [eicCode, Number(kwh)]));
  const counted = points.map(({ entity, index, value, coefficient }) => {
    const eicCode = entity.points[index]?.eicCode ?? '';
    return [eicCode, (value - 500) * coefficient] as const;
  });
  expect(counted.map(([eicCode]) => [eicCode, billed.get(eicCode) ?? 0])).toEqual(counted);
});

test('months by average were put right: there are adjustments of both signs', async () => {
  const { rows } = await sql<{ up: number; down: number }>`
    select count(*) filter (where quantity > 0)::int as up, count(*) filter (where quantity < 0)::int as down
    from billing.invoice_line where kind = 'adjustment'`.execute(fixture.db);
  expect(rows[0]?.up).toBeGreaterThan(20);
  expect(rows[0]?.down).toBeGreaterThan(20);
});

test('lines, net, VAT and gross are what exact decimals make of them', async () => {
  const { rows } = await sql<{ invoice: string }>`
    select i.invoice_number as invoice from billing.invoice i
    join billing.entity_contract k using (account_number)
    join billing.invoice_line l using (account_number, period, payee)
    cross join lateral (select l.quantity * l.price_micro / 10000.0 as exact) line
    group by i.invoice_number, i.net_kopiykas, i.vat_kopiykas, i.gross_kopiykas
    having i.net_kopiykas <> sum(case k.rounding when 'halfUp' then round(exact) else trunc(exact) end)
      or i.vat_kopiykas <> round(i.net_kopiykas * 0.2) or i.gross_kopiykas <> i.net_kopiykas + i.vat_kopiykas
      or bool_or(l.amount_kopiykas <> case k.rounding when 'halfUp' then round(exact) else trunc(exact) end)`.execute(
    fixture.db,
  );
  expect(rows).toEqual([]);
});

test('the books agree with themselves, and the last balance is the sum of all invoices', async () => {
  expect(await checkLedger(fixture.db, 5)).toEqual([]);
  const { rows } = await sql<{ account: string }>`
    select b.account_number as account from billing.bill b
    where b.period = ${months.at(-1)} and b.closing_kopiykas <> (
      select sum(gross_kopiykas) from billing.invoice i where i.account_number = b.account_number)`.execute(
    fixture.db,
  );
  expect(rows).toEqual([]);
});
