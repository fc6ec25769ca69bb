import { expect, test } from 'vitest';
import { startInterval, type Timers } from './start-interval.ts';

/** Timers fired by the test. */
function handTimers() {
  const waiting = new Map<number, { work: () => void; ms: number }>();
  let last = 0;
  const timers: Timers = {
    set: (work, ms) => {
      last += 1;
      waiting.set(last, { work, ms });
      return last;
    },
    clear: (timer) => {
      waiting.delete(timer as number);
    },
  };
  return {
    timers,
    pauses: () => [...waiting.values()].map((one) => one.ms),
    fire: () => {
      const due = [...waiting.values()];
      waiting.clear();
      for (const one of due) one.work();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('startInterval repeats after a pause with a jitter of a tenth', async () => {
  const hand = handTimers();
  let rounds = 0;
  const spread = [0, 0.999];
  const job = startInterval(1000, async () => void rounds++, {
    onError: () => undefined,
    timers: hand.timers,
    random: () => spread.shift() ?? 0.5,
  });
  expect(hand.pauses()).toEqual([900]);
  hand.fire();
  await settle();
  expect(rounds).toBe(1);
  expect(hand.pauses()).toEqual([1100]);
  hand.fire();
  await settle();
  expect(rounds).toBe(2);
  await job.stop();
});

test('startInterval reports a failed round and continues', async () => {
  const hand = handTimers();
  const errors: unknown[] = [];
  const fault = new Error('no database');
  const job = startInterval(
    1000,
    async () => {
      throw fault;
    },
    { onError: (error) => errors.push(error), timers: hand.timers },
  );
  hand.fire();
  await settle();
  hand.fire();
  await settle();
  expect(errors).toEqual([fault, fault]);
  await job.stop();
});

test('stop waits for the round in flight and starts no other', async () => {
  const hand = handTimers();
  let finish: () => void = () => undefined;
  let rounds = 0;
  const job = startInterval(
    1000,
    () => {
      rounds += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    { onError: () => undefined, timers: hand.timers },
  );
  hand.fire();
  let stopped = false;
  const stopping = job.stop().then(() => {
    stopped = true;
  });
  await settle();
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(hand.pauses()).toEqual([]);
  await job.runNow();
  expect(rounds).toBe(1);
});

test('runNow joins the round in flight', async () => {
  const hand = handTimers();
  let rounds = 0;
  const job = startInterval(1000, async () => void rounds++, {
    onError: () => undefined,
    timers: hand.timers,
  });
  await Promise.all([job.runNow(), job.runNow()]);
  expect(rounds).toBe(1);
  expect(hand.pauses()).toHaveLength(1);
  await job.stop();
});
