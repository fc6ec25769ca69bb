import { expect, test } from 'vitest';
import { readPaymentFilter } from './payment-filter.ts';

test('an address gives its filter back', () => {
  const filter = { from: '2026-01-01', to: '2026-12-31', purpose: 'energy', state: 'inTransit' };
  expect(readPaymentFilter(filter)).toEqual(filter);
});

test('what a broken address says beside is left out', () => {
  expect(readPaymentFilter({ from: 'yesterday', purpose: 'rent', state: 'done' })).toEqual({ state: 'done' });
});
