import { expect, test } from 'vitest';
import { balanceFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { balanceFacts } from './balance-facts.ts';

const settled = balanceFixture;

test('balanceFacts has only a zero amount due for a settled account', () =>
  expect(balanceFacts(settled)).toEqual({
    toPay: '0.00',
    overpaid: undefined,
    inTransit: undefined,
    acts: undefined,
    expected: undefined,
    noForecast: undefined,
  }));

test('balanceFacts shows money in transit apart and leaves the amount due unchanged', () => {
  const inTransit = { inTransit: '400.00', inTransitUntil: '2026-11-23' };
  const facts = balanceFacts({ ...settled, debet: '32.50', ...inTransit });
  expect(facts.toPay).toBe('32.50');
  expect(facts.inTransit).toEqual({ sum: '400.00', until: '2026-11-23' });
});

test('balanceFacts sums unpaid acts apart from energy', () => {
  const act = { number: 'A-1', date: '2026-09-12', due: null, unpaid: '700.00' };
  const items = [
    { ...act, sum: '3180.40' },
    { ...act, number: 'A-2', sum: '0.15' },
  ];
  const facts = balanceFacts({ ...settled, debet: '10.00', debetAct: { items } });
  expect(facts.toPay).toBe('10.00');
  expect(facts.acts).toEqual({ sum: '3180.55', count: 2 });
});

test('balanceFacts shows the expected sum only when it differs from the amount due, an overpayment with a zero amount due', () => {
  expect(balanceFacts({ ...settled, debet: '432.50', endDebet: '918.20' }).expected).toBe('918.20');
  expect(balanceFacts({ ...settled, debet: '432.50', endDebet: '432.50' }).expected).toBeUndefined();
  expect(balanceFacts({ ...settled, credit: '64.10' })).toMatchObject({ toPay: '0.00', overpaid: '64.10' });
});

test('balanceFacts shows the reason when there is no forecast', () => {
  const noForecast = { code: 'billing.contractChanges', message: 'Зміни в договорі.' };
  expect(balanceFacts({ ...settled, debet: '432.50', noForecast })).toMatchObject({
    expected: undefined,
    noForecast: 'Зміни в договорі.',
  });
});
