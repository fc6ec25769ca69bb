import { expect, test } from 'vitest';
import { plannedPayments } from './planned-states.ts';

const parts = [
  { partNumber: 1, dueOn: '2026-11-05', sum: '90000.00' },
  { partNumber: 2, dueOn: '2026-11-15', sum: '90000.00' },
  { partNumber: 3, dueOn: '2026-11-25', sum: '120000.00' },
];

test.each([
  ['0.00', '2026-11-05', ['ahead', 'ahead', 'ahead']],
  ['0.00', '2026-11-06', ['late', 'ahead', 'ahead']],
  ['89999.99', '2026-11-06', ['late', 'ahead', 'ahead']],
  ['90000.00', '2026-11-06', ['paid', 'ahead', 'ahead']],
  ['100000.00', '2026-11-06', ['paid', 'partly', 'ahead']],
  ['100000.00', '2026-11-16', ['paid', 'late', 'ahead']],
  ['300000.00', '2026-11-26', ['paid', 'paid', 'paid']],
  ['500000.00', '2026-11-26', ['paid', 'paid', 'paid']],
  ['-10.00', '2026-11-06', ['late', 'ahead', 'ahead']],
])('plannedPayments with %s paid by %s has the states %j', (paid, on, states) => {
  const shown = plannedPayments({ period: '2026-11', parts, planned: '300000.00', volume: null, paid }, on);
  expect(shown.map(({ state }) => state)).toEqual(states);
});

test('plannedPayments shares what was paid in the order of the parts', () => {
  const shown = plannedPayments(
    { period: '2026-11', parts, planned: '300000.00', volume: null, paid: '190000.50' },
    '2026-11-16',
  );
  expect(shown.map(({ paid }) => paid)).toEqual(['90000.00', '90000.00', '10000.50']);
});
