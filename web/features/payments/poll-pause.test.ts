import { expect, test } from 'vitest';
import { pollPause } from './poll-pause.ts';

test('while the bank has not answered it is asked again, more and more seldom', () => {
  const pauses = [0, 10, 22].map((asked) => pollPause('sent', asked));
  expect(pauses).toEqual([2_000, 5_000, 15_000]);
});

test('after a while the page stops asking by itself', () => {
  expect(pollPause('sent', 34)).toBeUndefined();
});

test.each(['confirmed', 'landed', 'matched', 'failed', 'expired', 'reversed', 'refunded'] as const)(
  'a payment that is %s is not asked for again',
  (state) => {
    expect(pollPause(state, 0)).toBeUndefined();
  },
);
