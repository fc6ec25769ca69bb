import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMoney,
  compareMoney,
  formatMoney,
  kopiykas,
  moneyFromWire,
  moneyToWire,
  negateMoney,
  parseMoney,
  smallerMoney,
  subtractMoney,
  sumMoney,
  vatInside,
  zeroMoney,
} from './money.ts';

const anySum = fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n }).map(kopiykas);

test.each([
  ['1234.56', 123456n],
  ['1234,56', 123456n],
  ['1 234,56', 123456n],
  ['1\u00a0234\u202f567,8', 123456780n],
  ['432', 43200n],
  ['0', 0n],
  ['0,05', 5n],
  ['-12.30', -1230n],
  ['\u221212,30', -1230n],
])('parseMoney reads %j as %s kopiykas', (text, sum) => {
  expect(parseMoney(text)).toBe(sum);
});

test.each([
  '',
  ' ',
  ',5',
  '5,',
  '1.234',
  '1,234.56',
  '1e3',
  '+5',
  '--5',
  '12a',
  '1.2.3',
  '0x10',
  '1234567890123456',
])('parseMoney refuses %j', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test.each([
  [0n, '0,00'],
  [5n, '0,05'],
  [43250n, '432,50'],
  [123456n, '1\u00a0234,56'],
  [123456789012n, '1\u00a0234\u00a0567\u00a0890,12'],
  [-5n, '\u22120,05'],
])('formatMoney: %s kopiykas are shown as %j', (sum, text) => {
  expect(formatMoney(kopiykas(sum))).toBe(text);
});

test.each([
  [0n, '0.00'],
  [-5n, '-0.05'],
  [123456n, '1234.56'],
])('moneyToWire: %s kopiykas are %j', (sum, text) => {
  expect(moneyToWire(kopiykas(sum))).toBe(text);
});

test.each(['', '1', '1.2', '1,20', '1.234', ' 1.20', '+1.20', '1 000.00'])(
  'moneyFromWire refuses %j',
  (text) => {
    expect(() => moneyFromWire(text)).toThrow(RangeError);
  },
);

test('kopiykas accepts whole numbers only', () => {
  expect(kopiykas('43250')).toBe(43250n);
  expect(kopiykas(-7)).toBe(-7n);
  for (const wrong of [0.5, Number.NaN, 2 ** 53, '1.5', '', ' 1', '1e3']) {
    expect(() => kopiykas(wrong)).toThrow(RangeError);
  }
});

test.each([
  [43200n, 7200n],
  [432n, 72n],
  [264n, 44n],
  [3660n, 610n],
  [2n, 0n],
  [3n, 1n],
  [-43200n, -7200n],
  [-3n, -1n],
])('vatInside: a sum of %s kopiykas contains %s of tax', (gross, vat) => {
  expect(vatInside(kopiykas(gross))).toBe(vat);
});

test('sumMoney adds up, and smallerMoney returns the smaller of two', () => {
  const [debt, payment] = [kopiykas(43250), kopiykas(-5)];
  expect(sumMoney([debt, payment])).toBe(43245n);
  expect([smallerMoney(debt, payment), smallerMoney(payment, debt)]).toEqual([payment, payment]);
});

test('compareMoney sorts ascending', () => {
  const list = [3n, -1n, 2n, -1n].map(kopiykas);
  expect(list.sort(compareMoney)).toEqual([-1n, -1n, 2n, 3n]);
});

test('money survives formatting and parsing, on the wire and on the screen', () => {
  fc.assert(
    fc.property(anySum, (sum) => {
      expect(moneyFromWire(moneyToWire(sum))).toBe(sum);
      expect(parseMoney(formatMoney(sum))).toBe(sum);
    }),
  );
});

test('adding and subtracting the same sum changes nothing', () => {
  fc.assert(
    fc.property(anySum, anySum, (a, b) => {
      expect(subtractMoney(addMoney(a, b), b)).toBe(a);
      expect(sumMoney([a, b, negateMoney(a), negateMoney(b)])).toBe(zeroMoney);
    }),
  );
});
