import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh, wattHours } from './energy.ts';
import {
  type Coefficient,
  coefficientFromText,
  coefficientToText,
  formatContractPrice,
  formatPrice,
  lineAmount,
  type Price,
  priceFromText,
  priceToText,
  zonePrice,
} from './price.ts';

test.each([
  ['4.32', 4_320_000n, '4.32', '4,32'],
  ['1.728', 1_728_000n, '1.728', '1,728'],
  ['0.9', 900_000n, '0.90', '0,90'],
  ['6', 6_000_000n, '6.00', '6,00'],
  ['0.000001', 1n, '0.000001', '0,000001'],
  ['12.340000', 12_340_000n, '12.34', '12,34'],
])('priceFromText and priceToText keep %s exact', (text, millionths, wire, shown) => {
  const price = priceFromText(text);
  expect(price).toBe(millionths);
  expect(priceToText(price)).toBe(wire);
  expect(formatPrice(price)).toBe(shown);
});

test.each(['', '4,32', '-4.32', '.5', '4.', '4.1234567', '1e3'])('priceFromText refuses %j', (text) => {
  expect(() => priceFromText(text)).toThrow(RangeError);
});

test.each([
  ['0.5', 500, '0.5'],
  ['1', 1000, '1'],
  ['1.5', 1500, '1.5'],
  ['0.40', 400, '0.4'],
])('coefficientFromText: %s is %i thousandths', (text, thousandths, again) => {
  expect(coefficientFromText(text)).toBe(thousandths);
  expect(coefficientToText(coefficientFromText(text))).toBe(again);
});

test.each(['', '0,5', '-1', '0.1234', '.5'])('coefficientFromText refuses %j', (text) => {
  expect(() => coefficientFromText(text)).toThrow(RangeError);
});

test.each([
  [80, '4.32', '1', 34560n],
  [40, '4.32', '0.5', 8640n],
  [100, '4.32', '0.4', 17280n],
  [20, '4.32', '1.5', 12960n],
  [2350, '2.64', '1', 620400n],
  [1, '0.366', '1', 36n],
  [-1, '0.366', '1', -36n],
  [3, '0.366', '0.5', 54n],
  [0, '4.32', '1', 0n],
])(
  'lineAmount: %i kWh at %s and coefficient %s cost %s kopiykas, truncated',
  (kwh, price, coefficient, amount) => {
    expect(lineAmount(fromKwh(kwh), priceFromText(price), coefficientFromText(coefficient))).toBe(amount);
  },
);

test('lineAmount is exact for a terawatt-hour', () => {
  const amount = lineAmount(fromKwh(1_000_000_000), priceFromText('4.320001'), coefficientFromText('1'));
  expect(amount).toBe(432_000_100_000n);
});

test('lineAmount is exact by either arithmetic', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.bigInt({ min: 0n, max: 50_000_000n }),
      fc.integer({ min: 0, max: 3000 }),
      (energy, price, coefficient) => {
        const exact = (BigInt(energy) * price * BigInt(coefficient)) / 10_000_000_000n;
        expect(lineAmount(wattHours(energy), price as Price, coefficient as Coefficient)).toBe(exact);
      },
    ),
  );
});

test('zonePrice keeps all decimals', () => {
  expect(formatPrice(zonePrice(priceFromText('4.32'), coefficientFromText('0.4')))).toBe('1,728');
  expect(formatPrice(zonePrice(priceFromText('4.32'), coefficientFromText('0.5')))).toBe('2,16');
});

test.each([
  ['5.98037', '5,98037'],
  ['0.15', '0,15000'],
  ['9.155985', '9,155985'],
])('formatContractPrice shows %s with at least five decimals', (wire, shown) => {
  expect(formatContractPrice(priceFromText(wire))).toBe(shown);
});
