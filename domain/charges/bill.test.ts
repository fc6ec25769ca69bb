import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh } from '../energy.ts';
import { kopiykas, sumMoney, vatInside, zeroMoney } from '../money.ts';
import { fullCoefficient, priceFromText } from '../price.ts';
import { nationalTariffHistory } from '../tariffs/national-history.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { composeBill, sumsOfLines } from './bill.ts';
import { chargeConsumption } from './charge-consumption.ts';
import type { ChargeLine } from './charge-line.ts';

const period = billingPeriod('2026-10');

const october = chargeConsumption({
  period,
  versions: nationalTariffHistory.household,
  consumptions: [
    { scheme: 'two', zone: 'day', energy: fromKwh(80), isEstimated: false },
    { scheme: 'two', zone: 'night', energy: fromKwh(40), isEstimated: false },
  ],
});

/** A month in which only energy changes the balance. */
const nothing = { period, benefit: zeroMoney, corrected: zeroMoney, paid: zeroMoney };

const line = (amount: bigint, kind: ChargeLine['kind'] = 'energy'): ChargeLine => ({
  lineNumber: 1,
  kind,
  zone: 'single',
  blockIndex: 0,
  energy: fromKwh(1),
  price: priceFromText('4.32'),
  coefficient: fullCoefficient,
  amount: kopiykas(amount),
  from: localDate('2026-10-01'),
  to: localDate('2026-10-31'),
  tariffValidFrom: localDate('2024-06-01'),
  isEstimated: false,
});

test('composeBill asks for 432.50 with a debt of 0.50, with 72.00 of tax in the 432.00', () => {
  const bill = composeBill({ ...nothing, opening: kopiykas(50), ...sumsOfLines(october) });
  expect(bill).toEqual({
    period,
    opening: 50n,
    charged: 43200n,
    recalculated: 0n,
    total: 43200n,
    vat: 7200n,
    benefit: 0n,
    corrected: 0n,
    paid: 0n,
    closing: 43250n,
    toPay: 43250n,
  });
});

test('composeBill subtracts a recalculation, a benefit, a correction and payments from the sum to pay', () => {
  const bill = composeBill({
    period,
    opening: kopiykas(10000),
    ...sumsOfLines([...october, line(-8640n, 'recalculation')]),
    benefit: kopiykas(-2000),
    corrected: kopiykas(-60),
    paid: kopiykas(15000),
  });
  expect(bill).toMatchObject({
    charged: 43200n,
    recalculated: -8640n,
    total: 34560n,
    vat: 5760n,
    benefit: -2000n,
    corrected: -60n,
  });
  expect(bill).toMatchObject({ paid: 15000n, closing: 27500n, toPay: 27500n });
});

test('composeBill asks for nothing when there is an overpayment', () => {
  const bill = composeBill({ ...nothing, opening: kopiykas(-50000), ...sumsOfLines(october) });
  expect(bill).toMatchObject({ closing: -6800n, toPay: 0n });
});

test('composeBill: the total is the sum of the lines, and closing follows from opening', () => {
  const sum = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
  const anyLine = fc
    .tuple(sum, fc.constantFrom('energy' as const, 'recalculation' as const))
    .map(([amount, kind]) => line(amount, kind));
  const sums = fc.record({
    opening: sum.map(kopiykas),
    benefit: sum.map(kopiykas),
    corrected: sum.map(kopiykas),
    paid: sum.map(kopiykas),
  });
  fc.assert(
    fc.property(sums, fc.array(anyLine), ({ opening, benefit, corrected, paid }, lines) => {
      const bill = composeBill({ period, opening, ...sumsOfLines(lines), benefit, corrected, paid });
      const ofLines = sumMoney(lines.map(({ amount }) => amount));
      expect(bill.total).toBe(ofLines);
      expect(bill.charged + bill.recalculated).toBe(ofLines);
      expect(bill.vat).toBe(vatInside(ofLines));
      expect(bill.closing).toBe(opening + ofLines + benefit + corrected - paid);
      expect(bill.toPay).toBe(bill.closing > 0n ? bill.closing : 0n);
    }),
  );
});
