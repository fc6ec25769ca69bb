import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMinimumDelay } from './minimum-delay.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether it has settled after so many milliseconds. */
async function settledAfter(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let settled = false;
  const mark = () => {
    settled = true;
  };
  work.then(mark, mark);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return settled;
}

const later = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(() => resolve('answer'), milliseconds));

test.each([
  ['an answer at once is shown after 200 ms', 0, 199, false],
  ['an answer at once is shown at 200 ms', 0, 200, true],
  ['a slower answer waits no longer than it takes', 350, 350, true],
  ['a slower answer is not shown before it is there', 350, 349, false],
])('%s', async (_sentence, takes, waited, settled) =>
  expect(await settledAfter(withMinimumDelay(later(takes)), waited)).toBe(settled),
);

test('a failure waits as long, and stays a failure', async () => {
  const work = withMinimumDelay(Promise.reject(new Error('no')));
  const refused = expect(work).rejects.toThrow('no');
  expect(await settledAfter(work, 199)).toBe(false);
  expect(await settledAfter(work, 1)).toBe(true);
  await refused;
});
