import { expect, test } from 'vitest';
import { judgeSums, quickSum, type Row, typedOf } from './amount.ts';

const limits = { least: '1.00', most: '100000.00' };
const account = '2390001111';
const energy = (typed: string, more: Partial<Row> = {}): Row => ({
  account,
  due: '432.50',
  typed,
  isChosen: true,
  ...more,
});
const act = (typed: string, more: Partial<Row> = {}) =>
  energy(typed, { actNumber: 'A-1', due: '3000.00', most: '3000.00', ...more });

test.each([
  ['432,50', '432.50'],
  ['432.5', '432.50'],
  ['1 000', '1000.00'],
  ['1,00', '1.00'],
  ['100 000,00', '100000.00'],
])('"%s" is a sum that can be paid', (typed, wire) => {
  expect(judgeSums([energy(typed)], limits)).toEqual({
    problems: {},
    sums: { [account]: wire },
    total: wire,
  });
});

test.each(['', ' ', '0', '-5'])('"%s" pays nothing', (typed) => {
  expect(judgeSums([energy(typed)], limits).problems).toEqual({ [account]: 'none' });
});

test.each(['12,345', 'сто', '1,2,3'])('"%s" is not written as a sum, whatever it is above', (typed) => {
  expect(judgeSums([energy(typed)], limits).problems).toEqual({ [account]: 'unreadable' });
});

test.each(['0,99', '100000,01'])('"%s" is outside the limits', (typed) => {
  expect(judgeSums([energy(typed)], limits)).toMatchObject({ problems: {}, whole: 'outsideLimits' });
});

test('the limits are those that the supplier has set', () => {
  const narrow = { least: '50.00', most: '500.00' };
  expect(judgeSums([energy('49,99')], narrow).whole).toBe('outsideLimits');
  expect(judgeSums([energy('500')], narrow).whole).toBeUndefined();
});

test('no more than what is owed for an act is a sum that can be paid for it', () => {
  expect(judgeSums([act('3000,00')], limits).problems).toEqual({});
  expect(judgeSums([act('1')], limits).problems).toEqual({});
  expect(judgeSums([act('3000,01')], limits).problems).toEqual({ [`${account} A-1`]: 'tooMuch' });
});

test('of several the chosen are paid together, and all together keep to the limits', () => {
  const rows = [energy('0,60'), act('0,40'), energy('7', { account: '2390001112', isChosen: false })];
  expect(judgeSums(rows, limits)).toMatchObject({ total: '1.00', problems: {} });
  expect(judgeSums(rows.slice(0, 1), limits).whole).toBe('outsideLimits');
  expect(judgeSums([energy('60000'), energy('40000,01', { account: '2390001112' })], limits).whole).toBe(
    'outsideLimits',
  );
});

test('without anything chosen nothing is paid', () => {
  expect(judgeSums([energy('10', { isChosen: false })], limits).whole).toBe('nothingChosen');
});

test('an order has no more than twenty parts', () => {
  const rows = Array.from({ length: 21 }, (_, at) => energy('10', { account: String(2_390_001_000 + at) }));
  expect(judgeSums(rows, limits).whole).toBe('tooMany');
  expect(judgeSums(rows.slice(1), limits).whole).toBeUndefined();
});

test('the whole debt, and the same without kopiykas: never less than the debt, never more than an act', () => {
  expect(quickSum(energy(''), 'whole')).toBe('432,50');
  expect(quickSum(energy(''), 'rounded')).toBe('433,00');
  expect(quickSum(energy('', { due: '433.00' }), 'rounded')).toBe('433,00');
  expect(quickSum(act('', { due: '12839.04' }), 'rounded')).toBe('12839,04');
  expect(quickSum(energy('', { due: '0' }), 'whole')).toBeUndefined();
});

test('the field offers what is due and nothing when nothing is', () => {
  expect(typedOf('432.50')).toBe('432,50');
  expect(typedOf('0')).toBe('');
  expect(typedOf('0.00')).toBe('');
});
