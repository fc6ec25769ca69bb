import { expect, test } from 'vitest';
import { pollPause } from './payment-steps.ts';

test('pollPause grows while the bank has not answered, and is undefined after the last attempt', () => {
  const pauses = [0, 9, 10, 21, 22, 33, 34].map((asked) => pollPause('sent', asked));
  expect(pauses).toEqual([2_000, 2_000, 5_000, 5_000, 15_000, 15_000, undefined]);
});

test.each(['confirmed', 'landed', 'matched', 'failed', 'expired', 'reversed', 'refunded'] as const)(
  'pollPause is undefined for a payment that is %s',
  (state) => expect(pollPause(state, 0)).toBeUndefined(),
);
