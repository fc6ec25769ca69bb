import { expect, test } from 'vitest';
import { initialSum, payableSum } from './amount.ts';

test.each([
  ['432,50', '432.50'],
  ['432.5', '432.50'],
  ['1 000', '1000.00'],
  ['1,00', '1.00'],
  ['100 000,00', '100000.00'],
])('"%s" is a sum that can be paid', (typed, wire) => {
  expect(payableSum(typed)).toBe(wire);
});

test.each(['', '0', '0,99', '100000,01', '-5', '12,345', 'сто'])('"%s" can’t be paid', (typed) => {
  expect(payableSum(typed)).toBeUndefined();
});

test('no more than what is owed for an act is a sum that can be paid for it', () => {
  expect(payableSum('3000,00', '3000.00')).toBe('3000.00');
  expect(payableSum('1', '3000.00')).toBe('1.00');
  expect(payableSum('3000,01', '3000.00')).toBeUndefined();
});

test('the field offers what is due and nothing when nothing is', () => {
  expect(initialSum('432.50')).toBe('432,50');
  expect(initialSum('0')).toBe('');
  expect(initialSum('0.00')).toBe('');
});
