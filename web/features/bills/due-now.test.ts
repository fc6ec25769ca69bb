import { expect, test } from 'vitest';
import { dueNow } from './due-now.ts';

const balance = {
  debet: '432.50',
  credit: '0',
  beginDebet: '0',
  endDebet: '0',
  beginCredit: '0',
  inTransit: '0.00',
  inTransitUntil: null,
  debetAct: { items: [] },
  ballanceError: false,
};

test('what is due is the debt, and no debt is a sum too', () => {
  expect(dueNow(balance)).toBe('432.50');
  expect(dueNow({ ...balance, debet: '0' })).toBe('0.00');
});

test('a balance that is not whole says nothing about what is due', () => {
  expect(dueNow({ ...balance, ballanceError: true })).toBeUndefined();
  expect(dueNow({ ...balance, debet: '' })).toBeUndefined();
});
