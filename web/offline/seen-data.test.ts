import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { isKept } from './seen-data.ts';

const kept = allCalls.filter(({ path }) => isKept(['account', '2390001112', path, null]));

test('only what is read about an account of the own cabinet is kept, never a change nor a file', () => {
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ changes, file }) => changes || file).map(({ path }) => path)).toEqual([]);
});

test.each([
  [['account', '2390001112', '/api/readings/preview', 'm-1', { single: '1' }]],
  [['account', '2390001112', '/api/payments/state', { paymentId: 'x' }]],
  [['profile']],
  [['sessions']],
  [['objects']],
])('%j is not kept', (key) => expect(isKept(key)).toBe(false));

test.each(['guide', 'laws', 'company'])('what helps without a network is: %s', (kind) => {
  expect(isKept([kind])).toBe(true);
});

test.each(['/api/bills/list', '/api/bills/get', '/api/bills/explain'])('bills are: %s', (path) => {
  expect(isKept(['account', '2390001112', path, null])).toBe(true);
});
