import { expect, test } from 'vitest';
import { type Balance, balanceFacts } from './balance-facts.ts';

const settled: Balance = {
  debet: '0',
  credit: '0',
  beginDebet: '0',
  endDebet: '0',
  beginCredit: '0',
  inTransit: '0.00',
  inTransitUntil: null,
  debetAct: { items: [] },
  ballanceError: false,
};

test('a settled account has nothing to pay and nothing beside it', () => {
  expect(balanceFacts(settled)).toEqual({
    toPay: '0.00',
    overpaid: undefined,
    inTransit: undefined,
    acts: undefined,
    expected: undefined,
    noForecast: undefined,
  });
});

test('money on its way is shown apart and is no part of what is to be paid', () => {
  const facts = balanceFacts({
    ...settled,
    debet: '32.50',
    inTransit: '400.00',
    inTransitUntil: '2026-11-23',
  });
  expect(facts.toPay).toBe('32.50');
  expect(facts.inTransit).toEqual({ sum: '400.00', until: '2026-11-23' });
});

test('unpaid acts are summed apart from energy', () => {
  const act = { number: 'A-1', date: '2026-09-12', due: null };
  const items = [
    { ...act, sum: '3180.40' },
    { ...act, number: 'A-2', sum: '0.15' },
  ];
  const facts = balanceFacts({ ...settled, debet: '10.00', debetAct: { items } });
  expect(facts.toPay).toBe('10.00');
  expect(facts.acts).toEqual({ sum: '3180.55', count: 2 });
});

test('the expected sum is said only when it says something new', () => {
  expect(balanceFacts({ ...settled, debet: '432.50', endDebet: '918.20' }).expected).toBe('918.20');
  expect(balanceFacts({ ...settled, debet: '432.50', endDebet: '432.50' }).expected).toBeUndefined();
});

test('where a charge cannot be told the reason stands in place of a forecast', () => {
  const noForecast = { code: 'billing.contractChanges', message: 'Зміни в договорі.' };
  expect(balanceFacts({ ...settled, debet: '432.50', noForecast })).toMatchObject({
    expected: undefined,
    noForecast: 'Зміни в договорі.',
  });
});

test('an overpayment is shown beside nothing to pay', () => {
  expect(balanceFacts({ ...settled, credit: '64.10' })).toMatchObject({ toPay: '0.00', overpaid: '64.10' });
});
