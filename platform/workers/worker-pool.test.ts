import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { burn, die, fillHeap, hang, readText, spawnShell, wait } from './testing/slow-tasks.ts';
import { measureWork, workFor } from './work-meter.ts';
import { createWorkerPool, WorkersBusy } from './worker-pool.ts';
import { WorkerEnded, WorkerTimedOut } from './worker-process.ts';

const module = new URL('./testing/slow-tasks.ts', import.meta.url).href;
const options = { size: 1, priority: 19, maxWaiting: 1, maxWaitMs: 60_000, timeLimitMs: 60_000 };

test('a pool runs work in another process, passes bytes unchanged, and counts its processor time for the caller', async () => {
  const pool = createWorkerPool(options);
  const counted: number[] = [];
  const onWork = (ms: number) => void counted.push(ms);
  const run = () => pool.run({ module, name: burn.name, args: [60, Buffer.from([1, 2, 3])] });
  const result = await measureWork(run, onWork);
  expect(result).toEqual({ pid: expect.any(Number), bytes: Buffer.from([1, 2, 3]) });
  expect(result).not.toMatchObject({ pid: process.pid });
  expect(counted).toHaveLength(1);
  expect(counted[0]).toBeGreaterThanOrEqual(55);
});

test('run throws WorkersBusy when too many wait or the wait is too long', async () => {
  const pool = createWorkerPool({ ...options, maxWaitMs: 50, timeLimitMs: 500 });
  const run = () => pool.run({ module, name: wait.name, args: [] }).catch((error: unknown) => error);
  const [first, second, third] = [run(), run(), run()];
  expect(await third).toBeInstanceOf(WorkersBusy);
  expect(await third).toMatchObject({ retryAfterSeconds: 1 });
  expect(await second).toBeInstanceOf(WorkersBusy);
  expect(await first).toBeInstanceOf(WorkerTimedOut);
});

test('a job over the time limit is killed, its time is counted, and the next one runs', async () => {
  const pool = createWorkerPool(options);
  pool.setTimeLimit(1500);
  const counted: number[] = [];
  const endless = measureWork(
    () => pool.run({ module, name: hang.name, args: [] }),
    (ms) => void counted.push(ms),
  );
  await expect(endless).rejects.toBeInstanceOf(WorkerTimedOut);
  expect(counted).toEqual([1500]);
  expect(await pool.run({ module, name: burn.name, args: [1, 'x'] })).toMatchObject({ bytes: 'x' });
});

test('a job that ends its process is not repeated without repeats; the next one runs', async () => {
  const pool = createWorkerPool({ ...options, repeats: 0 });
  await expect(pool.run({ module, name: die.name, args: [] })).rejects.toBeInstanceOf(WorkerEnded);
  expect(await pool.run({ module, name: burn.name, args: [1, 'x'] })).toMatchObject({ bytes: 'x' });
});

test('a job that needs more heap than it may ends its process, the whole time is counted, and the next one runs', async () => {
  const pool = createWorkerPool({ ...options, repeats: 0, heapMb: 64 });
  const counted: number[] = [];
  const full = measureWork(
    () => pool.run({ module, name: fillHeap.name, args: [] }),
    (ms) => void counted.push(ms),
  );
  await expect(full).rejects.toBeInstanceOf(WorkerEnded);
  expect(counted).toEqual([options.timeLimitMs]);
  expect(await pool.run({ module, name: burn.name, args: [1, 'x'] })).toMatchObject({ bytes: 'x' });
});

test('run rethrows the error of the function with its message', async () => {
  const pool = createWorkerPool(options);
  await expect(pool.run({ module, name: 'nothing', args: [] })).rejects.toThrow(
    'exports no function nothing',
  );
});

test('owners of work take turns', async () => {
  const pool = createWorkerPool({ ...options, maxWaiting: 10 });
  const done: string[] = [];
  const run = async (name: string, owner: string) => {
    await workFor(owner, () => pool.run({ module, name: burn.name, args: [1, ''] }));
    done.push(name);
  };
  await Promise.all([run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
});

describe('a worker', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svitlo-data-'));
    await writeFile(join(folder, 'keys.json'), 'secret');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const refusedBy = (name: string, ...args: unknown[]) =>
    createWorkerPool({ ...options, repeats: 0 })
      .run({ module, name, args })
      .then(
        () => 'done',
        (error: unknown) => String(error),
      );

  test('reads no key of the data folder, no environment of the server and no other file of its account', async () => {
    const paths = [
      join(folder, 'keys.json'),
      `/proc/${process.pid}/environ`,
      `/proc/self/task/${process.pid}/../../${process.pid}/environ`,
      '/proc/self/root/etc/hostname',
      '/etc/hostname',
      join(import.meta.dirname, '../../data/keys.json'),
      join(import.meta.dirname, '../../.env'),
    ];
    for (const path of paths) expect(await refusedBy(readText.name, path)).toContain('Use --allow-fs-read');
    expect(await refusedBy(readText.name, fileURLToPath(module))).toBe('done');
  });

  test('starts no process', async () => {
    expect(await refusedBy(spawnShell.name)).toContain('Use --allow-child-process');
  });
});
