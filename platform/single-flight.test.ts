import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Work whose runs end when the test says so. */
function controlledWork() {
  const runs: PromiseWithResolvers<string>[] = [];
  const flight = singleFlight(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  return { runs, flight };
}

describe('singleFlight', () => {
  test('run joins the run in progress, then starts another', async () => {
    const { runs, flight } = controlledWork();
    const both = Promise.all([flight.run(), flight.run()]);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('first');
    expect(await both).toEqual(['first', 'first']);
    void flight.run();
    expect(runs).toHaveLength(2);
  });

  test('work that has nothing to do and ends synchronously is not stored', async () => {
    const seen: number[] = [];
    let waiting: number[] = [];
    const flight = singleFlight(async () => {
      while (waiting.length > 0) {
        seen.push(...waiting);
        waiting = [];
        await Promise.resolve();
      }
    });
    await flight.run();
    expect(flight.current()).toBeUndefined();
    waiting = [1];
    await flight.run();
    expect(seen).toEqual([1]);
  });

  test('a failure rejects the callers of its run and is not stored', async () => {
    const { runs, flight } = controlledWork();
    const failing = Promise.allSettled([flight.run(), flight.run()]);
    runs[0]?.reject(new Error('no network'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(flight.current()).toBeUndefined();
    const again = flight.run();
    runs[1]?.resolve('second');
    expect(await again).toBe('second');
  });

  test('work that throws synchronously rejects and is not stored', async () => {
    let calls = 0;
    const flight = singleFlight((): Promise<number> => {
      calls += 1;
      if (calls === 1) throw new Error('at the start');
      return Promise.resolve(calls);
    });
    await expect(flight.run()).rejects.toThrow('at the start');
    expect(await flight.run()).toBe(2);
  });

  test('rerun during a run starts one more after it, for all callers', async () => {
    const { runs, flight } = controlledWork();
    const first = flight.run();
    const later = Promise.all([flight.rerun(), flight.rerun()]);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('first');
    expect(await first).toBe('first');
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.resolve('second');
    expect(await later).toEqual(['second', 'second']);
    await settle();
    expect(runs).toHaveLength(2);
    expect(flight.current()).toBeUndefined();
  });

  test('rerun without a run starts one', async () => {
    const { runs, flight } = controlledWork();
    const only = flight.rerun();
    runs[0]?.resolve('only');
    expect(await only).toBe('only');
    expect(runs).toHaveLength(1);
  });

  test('rerun continues after a run that failed', async () => {
    const { runs, flight } = controlledWork();
    const first = flight.run();
    const second = flight.rerun();
    runs[0]?.reject(new Error('the first failed'));
    await expect(first).rejects.toThrow('the first failed');
    await settle();
    runs[1]?.resolve('second');
    expect(await second).toBe('second');
  });

  test('rerun at the very end of a run is not lost', async () => {
    for (let microtasks = 0; microtasks < 8; microtasks += 1) {
      let asked = 0;
      let seen = 0;
      const flight = singleFlight(async () => {
        seen = asked;
      });
      asked = 1;
      void flight.rerun();
      for (let turn = 0; turn < microtasks; turn += 1) await Promise.resolve();
      asked = 2;
      void flight.rerun();
      await settle();
      expect(seen).toBe(2);
    }
  });

  test('current is the last run that has been asked for', async () => {
    const { runs, flight } = controlledWork();
    expect(flight.current()).toBeUndefined();
    const first = flight.run();
    expect(flight.current()).toBe(first);
    const second = flight.rerun();
    expect(flight.current()).toBe(second);
    for (const name of ['first', 'second']) {
      runs.at(-1)?.resolve(name);
      await settle();
    }
    expect(flight.current()).toBeUndefined();
  });

  test('runs never overlap', async () => {
    let running = 0;
    let most = 0;
    const flight = singleFlight(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    });
    for (let turn = 0; turn < 30; turn += 1) {
      void flight.rerun();
      if (turn % 3 === 0) void flight.run();
      await Promise.resolve();
    }
    await settle();
    expect(most).toBe(1);
  });
});
