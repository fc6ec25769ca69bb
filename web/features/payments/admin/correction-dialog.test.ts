import { expect, test } from 'vitest';
import { draftCorrection } from './corrections.tsx';
import { text } from './text.ts';

const typed =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string =>
    values[name] ?? '';
const latin = `Перевірте коректність введених даних: 3-й символ «l» — латинська літера. ${text.badSum}`;
const right = { account: ' 2390001111 ', sum: '1 200,5', reason: ' Помилка оператора ' };

test.each([
  ['less', '-1200.50'],
  ['more', '1200.50'],
] as const)('draftCorrection of a debt to be %s is %s', (direction, sum) =>
  expect(draftCorrection(typed(right), direction)).toEqual({
    account: '2390001111',
    what: { kind: 'add', sum },
    reason: 'Помилка оператора',
  }),
);

test.each([
  ['account', '239000111', { account: text.badAccount }],
  ['account', '23900011111', { account: text.badAccount }],
  ['account', '239000111x', { account: text.badAccount }],
  ['sum', '', { sum: text.badSum }],
  ['sum', '0', { sum: text.badSum }],
  ['sum', '-5', { sum: text.badSum }],
  ['sum', '1,234', { sum: text.badSum }],
  ['sum', '12l', { sum: latin }],
  ['reason', 'ні', { reason: text.noReason }],
])('draftCorrection refuses %s %j with a message', (field, value, problems) =>
  expect(draftCorrection(typed({ ...right, [field]: value }), 'less')).toEqual({ problems }),
);

test('draftCorrection reports all problems at once', () =>
  expect(draftCorrection(typed({}), 'less')).toEqual({
    problems: { account: text.badAccount, sum: text.badSum, reason: text.noReason },
  }));
