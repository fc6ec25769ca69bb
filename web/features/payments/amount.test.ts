import { expect, test } from 'vitest';
import { checkSums, quickSum, type Row, typedOf } from './amount.ts';

const limits = { least: '1.00', most: '100000.00' };
const account = '2390001111';
const row = { account, due: '432.50', isChosen: true };
const energy = (typed: string, more: Partial<Row> = {}): Row => ({ ...row, typed, ...more });
const act = (typed: string, more: Partial<Row> = {}) =>
  energy(typed, { actNumber: 'A-1', due: '3000.00', max: '3000.00', ...more });

test.each([
  ['432,50', '432.50'],
  ['432.5', '432.50'],
  ['1 000', '1000.00'],
  ['1,00', '1.00'],
  ['100 000,00', '100000.00'],
])('checkSums accepts "%s"', (typed, wire) =>
  expect(checkSums([energy(typed)], limits)).toEqual({
    problems: {},
    sums: { [account]: wire },
    total: wire,
  }),
);

test.each(['', ' ', '0', '-5'])('checkSums reports "%s" as no sum', (typed) =>
  expect(checkSums([energy(typed)], limits).problems).toEqual({ [account]: 'none' }),
);

test.each(['12,345', 'сто', '1,2,3'])('checkSums reports "%s" as unreadable', (typed) =>
  expect(checkSums([energy(typed)], limits).problems).toEqual({ [account]: 'unreadable' }),
);

test.each(['0,99', '100000,01'])('checkSums reports "%s" as outside the limits', (typed) =>
  expect(checkSums([energy(typed)], limits)).toMatchObject({ problems: {}, orderProblem: 'outsideLimits' }),
);

test('checkSums uses the limits of the supplier', () => {
  const narrow = { least: '50.00', most: '500.00' };
  expect(checkSums([energy('49,99')], narrow).orderProblem).toBe('outsideLimits');
  expect(checkSums([energy('500')], narrow).orderProblem).toBeUndefined();
});

test('checkSums refuses more than the debt of an act', () => {
  expect(checkSums([act('3000,00')], limits).problems).toEqual({});
  expect(checkSums([act('1')], limits).problems).toEqual({});
  expect(checkSums([act('3000,01')], limits).problems).toEqual({ [`${account} A-1`]: 'tooMuch' });
});

test('checkSums sums the chosen rows and applies the limits to the total', () => {
  const rows = [energy('0,60'), act('0,40'), energy('7', { account: '2390001112', isChosen: false })];
  expect(checkSums(rows, limits)).toMatchObject({ total: '1.00', problems: {} });
  expect(checkSums(rows.slice(0, 1), limits).orderProblem).toBe('outsideLimits');
  expect(
    checkSums([energy('60000'), energy('40000,01', { account: '2390001112' })], limits).orderProblem,
  ).toBe('outsideLimits');
});

test('checkSums reports nothingChosen when no row is chosen', () =>
  expect(checkSums([energy('10', { isChosen: false })], limits).orderProblem).toBe('nothingChosen'));

test('checkSums reports tooMany for more than twenty rows', () => {
  const rows = Array.from({ length: 21 }, (_, at) => energy('10', { account: String(2_390_001_000 + at) }));
  expect(checkSums(rows, limits).orderProblem).toBe('tooMany');
  expect(checkSums(rows.slice(1), limits).orderProblem).toBeUndefined();
});

test('quickSum is the debt, or the debt rounded up for energy but not for an act', () => {
  expect(quickSum(energy(''), 'whole')).toBe('432,50');
  expect(quickSum(energy(''), 'rounded')).toBe('433,00');
  expect(quickSum(energy('', { due: '433.00' }), 'rounded')).toBe('433,00');
  expect(quickSum(act('', { due: '12839.04' }), 'rounded')).toBe('12839,04');
  expect(quickSum(energy('', { due: '0' }), 'whole')).toBeUndefined();
});

test('typedOf offers the debt, and nothing for zero', () => {
  expect(typedOf('432.50')).toBe('432,50');
  expect(typedOf('0')).toBe('');
  expect(typedOf('0.00')).toBe('');
});
