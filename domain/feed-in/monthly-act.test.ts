import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh } from '../energy.ts';
import { kopiykas } from '../money.ts';
import { priceFromText } from '../price.ts';
import { monthlyAct, parsePercent, percentText } from './monthly-act.ts';

const rates = { incomeTaxPermille: 180, militaryLevyPermille: 50 };

test.each([
  // kWh, price, amount, income tax, military levy, paid
  [1000, '6.8245', 682_450, 122_841, 34_123, 525_486],
  // 100 × 6.8245 = 682.45; 18 % = 122.841 → 122.84; 5 % = 34.1225 → 34.12
  [100, '6.8245', 68_245, 12_284, 3412, 52_549],
  // 1 × 6.8245 = 6.8245 → 6.82; 18 % = 1.2276 → 1.23; 5 % = 0.341 → 0.34
  [1, '6.8245', 682, 123, 34, 525],
  // half a kopiyka goes up: 5 % of 0.50 is 0.025
  [1, '0.5', 50, 9, 3, 38],
  [0, '6.8245', 0, 0, 0, 0],
])('monthlyAct pays %i kWh at %s less the taxes', (kwh, price, ...sums) => {
  const act = monthlyAct(fromKwh(kwh), priceFromText(price), rates);
  expect([act.amount, act.incomeTax, act.militaryLevy, act.paid]).toEqual(sums.map((sum) => kopiykas(sum)));
});

test('monthlyAct uses the military levy of the day: 1.5 % before December 2024', () => {
  const before = { ...rates, militaryLevyPermille: 15 };
  expect(monthlyAct(fromKwh(1000), priceFromText('6.8245'), before)).toMatchObject({
    militaryLevy: 10_237n,
    paid: 549_372n,
  });
});

test('monthlyAct: the parts add up and none is negative', () => {
  const share = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 20_000_000 }),
      share.chain((first) => fc.tuple(fc.constant(first), fc.integer({ min: 0, max: 1000 - first }))),
      (kwh, micro, [incomeTaxPermille, militaryLevyPermille]) => {
        const price = BigInt(micro) as ReturnType<typeof priceFromText>;
        const act = monthlyAct(fromKwh(kwh), price, { incomeTaxPermille, militaryLevyPermille });
        expect(act.incomeTax + act.militaryLevy + act.paid).toBe(act.amount);
        for (const part of Object.values(act)) expect(part).toBeGreaterThanOrEqual(0n);
        // Each rate to the nearest kopiyka.
        expect(
          Math.abs(Number(act.incomeTax * 1000n - act.amount * BigInt(incomeTaxPermille))),
        ).toBeLessThanOrEqual(500);
      },
    ),
  );
});

test.each([
  [-1, 0],
  [600, 401],
])('monthlyAct refuses the rates %i and %i ‰', (incomeTaxPermille, militaryLevyPermille) => {
  const wrong = { incomeTaxPermille, militaryLevyPermille };
  expect(() => monthlyAct(fromKwh(1), priceFromText('1'), wrong)).toThrow(RangeError);
});

test.each([
  ['18', 180],
  ['1.5', 15],
  ['0', 0],
  ['100', 1000],
])('parsePercent and percentText: %s percent are %i tenths', (text, permille) => {
  expect(parsePercent(text)).toBe(permille);
  expect(percentText(permille)).toBe(text);
});

test.each(['', '-1', '1.55', '100.1', '1,5', 'x'])('parsePercent refuses "%s"', (text) => {
  expect(parsePercent(text)).toBeUndefined();
});
