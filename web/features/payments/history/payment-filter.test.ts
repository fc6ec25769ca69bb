import { expect, test } from 'vitest';
import { readPaymentFilter } from './payment-filter.ts';

test('readPaymentFilter restores the filter of a URL', () => {
  const filter = { from: '2026-01-01', to: '2026-12-31', purpose: 'energy', state: 'inTransit' };
  expect(readPaymentFilter(filter)).toEqual(filter);
});

test('readPaymentFilter ignores invalid values', () => {
  expect(readPaymentFilter({ from: 'yesterday', purpose: 'rent', state: 'done' })).toEqual({ state: 'done' });
});
