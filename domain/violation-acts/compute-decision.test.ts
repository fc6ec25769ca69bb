import { expect, test } from 'vitest';
import { kopiykas, moneyToWire } from '../money.ts';
import { priceFromText } from '../price.ts';
import { localDate } from '../time/local-date.ts';
import { computeDecision } from './compute-decision.ts';

const days = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) });
const byPower = (watts: number, hoursPerDay: number) => ({ kind: 'byPower', watts, hoursPerDay }) as const;
const byPrice = (price: string) => ({ kind: 'byPrice', price: priceFromText(price) }) as const;

// Worked by hand: 2 kW × 8 h × 30 days = 480 kWh; 480 × 4.32 = 2,073.60; a sixth of it is 345.60.
test.each([
  ['2026-09-13', '2026-10-12', 2000, 8, '4.32', 30, 480, '2073.60', '345.60'],
  ['2026-10-12', '2026-10-12', 1500, 24, '4.32', 1, 36, '155.52', '25.92'],
  ['2028-02-01', '2028-02-29', 333, 7, '1.728', 29, 67, '115.77', '19.30'],
  ['2026-10-01', '2026-10-01', 1, 1, '4.32', 1, 0, '0.00', '0.00'],
])(
  'from %s to %s, %i W for %i h at %s: %i days, %i kWh, %s with %s of VAT',
  (from, to, watts, hours, price, ...expected) => {
    const figures = computeDecision(days(from, to), {
      volume: byPower(watts, hours),
      amount: byPrice(price),
    });
    expect(
      figures && [figures.days, figures.kwh, moneyToWire(figures.sum), moneyToWire(figures.vat)],
    ).toEqual(expected);
  },
);

test('the protocol may name energy and sum', () => {
  const figures = computeDecision(days('2026-03-14', '2026-09-09'), {
    volume: { kind: 'byProtocol', kwh: 694 },
    amount: { kind: 'byProtocol', sum: kopiykas(300_007) },
  });
  expect(figures).toEqual({ days: 180, kwh: 694, sum: 300_007n, vat: 50_001n });
});

test('a period that ends before it begins has no figures', () => {
  const basis = { volume: byPower(2000, 8), amount: byPrice('4.32') };
  expect(computeDecision(days('2026-10-12', '2026-10-11'), basis)).toBeUndefined();
});
