import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ConnectedDatabase, connectDatabase } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { addJob, addRound } from './add-jobs.ts';
import { type JobRunnerOptions, startJobRunner } from './job-runner.ts';
import type { FailedJob } from './task.ts';
import { runJobsOnce } from './testing/run-jobs-once.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
});
// What a failed test leaves is not done in the next one.
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(connected.db));
afterAll(async () => {
  await connected.close();
  await database.close();
});

const fail = (error: unknown) => {
  throw error;
};

async function countJobs(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from graphile_worker.jobs`.execute(connected.db);
  return rows[0]?.count ?? -1;
}

/** Runners that listen for new jobs. */
async function countListeners(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`.execute(
    connected.db,
  );
  return rows.length;
}

test('addJob adds a job only if its transaction commits, and the job runs once', async () => {
  const done: unknown[] = [];
  const tasks = { note: async (payload: unknown) => void done.push(payload) };
  await expect(
    connected.db.transaction().execute(async (transaction) => {
      await addJob(transaction, 'note', { id: 'undone' }, { maxAttempts: 3 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await connected.db
    .transaction()
    .execute((transaction) => addJob(transaction, 'note', { id: 'kept' }, { maxAttempts: 3 }));
  await runJobsOnce({ url: database.url, tasks, onError: fail });
  await runJobsOnce({ url: database.url, tasks, onError: fail });
  expect(done).toEqual([{ id: 'kept' }]);
  expect(await countJobs()).toBe(0);
});

test('addJob merges waiting jobs of one key, and a job due tomorrow waits', async () => {
  const done: unknown[] = [];
  const tasks = { note: async (payload: unknown) => void done.push(payload) };
  await addJob(connected.db, 'note', { id: 'first' }, { maxAttempts: 3, key: 'same' });
  await addJob(connected.db, 'note', { id: 'second' }, { maxAttempts: 3, key: 'same' });
  const runAt = 4_102_444_800_000 as Parameters<typeof addJob>[3]['runAt'];
  await addJob(
    connected.db,
    'note',
    { id: 'later' },
    { maxAttempts: 3, key: 'later', ...(runAt && { runAt }) },
  );
  await runJobsOnce({ url: database.url, tasks, onError: fail });
  expect(done).toEqual([{ id: 'second' }]);
  expect(await countJobs()).toBe(1);
  await sql`select graphile_worker.remove_job('later')`.execute(connected.db);
});

const startRunner = (options: Partial<JobRunnerOptions>) =>
  startJobRunner({ url: database.url, tasks: {}, periodic: {}, onError: fail, pollMs: 200, ...options });

test('startJobRunner runs a new job at once, retries a failed one, and stop waits for jobs in flight', async () => {
  const errors: unknown[] = [];
  let attempts = 0;
  const [began, freed] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const queue = startRunner({
    onError: (error) => void errors.push(error),
    tasks: {
      flaky: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
      },
      slow: async (_payload, { signal }) => {
        began.resolve(signal);
        await freed.promise;
        order.push('ended');
      },
    },
  });
  await addJob(connected.db, 'flaky', {}, { maxAttempts: 3 });
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 20_000 });
  expect(errors.map(String)).toEqual(['Error: not yet']);
  await addJob(connected.db, 'slow', {}, { maxAttempts: 3 });
  const { aborted } = await began.promise;
  expect(aborted).toBe(false);
  const stopping = queue.stop().then(() => order.push('stopped'));
  // The runner listens no more: it has only the job left.
  await expect.poll(countListeners).toBe(0);
  freed.resolve();
  await stopping;
  expect(order).toEqual(['ended', 'stopped']);
  expect(await countJobs()).toBe(0);
});

test('startJobRunner recovers after its connections were cut', async () => {
  const done: unknown[] = [];
  const queue = startRunner({
    restartMs: 100,
    onError: () => undefined,
    tasks: { note: async (payload) => void done.push(payload) },
  });
  try {
    await addJob(connected.db, 'note', { id: 'before' }, { maxAttempts: 3 });
    await vi.waitFor(() => expect(done).toHaveLength(1), { timeout: 20_000 });
    const { rows } = await sql<{ cut: boolean }>`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
       where application_name = 'svitlo-jobs' and datname = current_database()
    `.execute(connected.db);
    expect(rows.length).toBeGreaterThan(0);
    await addJob(connected.db, 'note', { id: 'after' }, { maxAttempts: 3 });
    await vi.waitFor(() => expect(done).toEqual([{ id: 'before' }, { id: 'after' }]), { timeout: 20_000 });
  } finally {
    await queue.stop();
  }
});

test('a job of a killed process is run by another', async () => {
  const script = join(import.meta.dirname, 'testing/hanging-worker.ts');
  const worker = spawn(process.execPath, [script, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await addJob(connected.db, 'hang', { id: 'once' }, { maxAttempts: 3 });
    await once(worker.stdout, 'data');
  } finally {
    worker.kill('SIGKILL');
  }
  await once(worker, 'exit');
  const done: unknown[] = [];
  const tasks = { hang: async (payload: unknown) => void done.push(payload) };
  await runJobsOnce({ url: database.url, tasks, onError: fail });
  expect(done).toEqual([]);
  const { numAffectedRows } = await sql`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '2 minutes' where locked_at is not null
  `.execute(connected.db);
  expect(numAffectedRows).toBe(1n);
  await runJobsOnce({ url: database.url, tasks, onError: fail });
  expect(done).toEqual([{ id: 'once' }]);
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

test('a task that hangs keeps to its slots and delays no other, however many jobs of it wait', async () => {
  const freed = Promise.withResolvers<void>();
  let hanging = 0;
  const done: unknown[] = [];
  const runner = startRunner({
    slots: { hang: 2 },
    tasks: {
      hang: async () => {
        hanging += 1;
        await freed.promise;
      },
      note: async (payload) => void done.push(payload),
    },
  });
  try {
    for (let n = 0; n < 20; n += 1) await addJob(connected.db, 'hang', {}, { maxAttempts: 1 });
    await until(() => expect(hanging).toBe(2));
    for (let n = 0; n < 5; n += 1) await addJob(connected.db, 'note', { n: `${n}` }, { maxAttempts: 1 });
    await until(() => expect(done).toHaveLength(5));
    expect(hanging).toBe(2);
    freed.resolve();
    await until(() => expect(hanging).toBe(20));
  } finally {
    freed.resolve();
    await runner.stop();
  }
  expect(await countJobs()).toBe(0);
});

test('a failed job is reported with the reference that its task was given: its key where that is an id', async () => {
  const key = '0199f000-0000-7000-8000-000000000001';
  const given: string[] = [];
  const failures: (FailedJob | undefined)[] = [];
  const tasks = {
    break: async (_payload: unknown, { reference }: { readonly reference: string }) => {
      given.push(reference);
      throw new Error('broken');
    },
  };
  await addJob(connected.db, 'break', {}, { maxAttempts: 1, key });
  await addJob(connected.db, 'break', {}, { maxAttempts: 1, key: 'no-id' });
  await runJobsOnce({ url: database.url, tasks, onError: (_error, failed) => void failures.push(failed) });
  expect(failures.map((failed) => failed?.reference)).toEqual(given);
  expect(given).toContain(key);
  expect(given.find((reference) => reference !== key)).toMatch(/^[0-9a-f-]{36}$/);
});

test('work with a pause starts with the runner and repeats, also after a failed round, in one of two processes', async () => {
  let rounds = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const failures: (FailedJob | undefined)[] = [];
  const options: Partial<JobRunnerOptions> = {
    onError: (_error, failed) => void failures.push(failed),
    periodic: {
      relay: {
        when: { pauseSeconds: 0.05 },
        run: async () => {
          rounds += 1;
          const isSecond = rounds === 2;
          atOnce += 1;
          mostAtOnce = Math.max(mostAtOnce, atOnce);
          for (let query = 0; query < 5; query += 1) await countJobs();
          atOnce -= 1;
          if (isSecond) throw new Error('the second round failed');
        },
      },
    },
  };
  // Started one after the other: each start asks for a round.
  const first = startRunner(options);
  await until(() => expect(rounds).toBeGreaterThan(0));
  const second = startRunner(options);
  await until(() => expect(rounds).toBeGreaterThan(6));
  await Promise.all([first.stop(), second.stop()]);
  expect(failures.map((failed) => failed?.job)).toEqual(['relay']);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
  const { rows } = await sql`select key, attempts from graphile_worker.jobs`.execute(connected.db);
  expect(rows).toEqual([{ key: 'periodic:relay', attempts: 0 }]);
});

test('cron starts a round on one of two processes', async () => {
  const rounds: string[] = [];
  const runnerOf = (name: string) =>
    startRunner({ periodic: { sweep: { when: '* * * * *', run: async () => void rounds.push(name) } } });
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  /** Whether each process has asked for the round of the minute and has its answer. */
  const haveScheduled = () => {
    const results = query.mock.calls.flatMap((call, index) =>
      JSON.stringify(call).includes('last_execution = excluded')
        ? [query.mock.settledResults[index]?.type]
        : [],
    );
    expect(results).toEqual(['fulfilled', 'fulfilled']);
  };
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 100 });
  const runners = ['one', 'other'].map(runnerOf);
  try {
    // Not vi.waitFor: it would move the clock past the minute.
    while ((await countListeners()) < runners.length);
    vi.setSystemTime(minute + 1000);
    await until(haveScheduled);
    await expect.poll(countJobs).toBe(0);
  } finally {
    vi.useRealTimers();
    query.mockRestore();
    await Promise.all(runners.map((runner) => runner.stop()));
  }
  expect(rounds).toHaveLength(1);
  expect(await countJobs()).toBe(0);
});

test('a round that is asked for while one runs follows it in the same process', async () => {
  const freed = Promise.withResolvers<void>();
  let rounds = 0;
  const runner = startRunner({
    slots: { process: 2 },
    periodic: {
      process: {
        when: '0 0 1 1 *',
        run: async () => {
          rounds += 1;
          if (rounds === 1) await freed.promise;
        },
      },
    },
  });
  await addRound(connected.db, 'process');
  await until(() => expect(rounds).toBe(1));
  await addRound(connected.db, 'process');
  await vi.waitFor(async () => expect(await countJobs()).toBe(1), { timeout: 20_000 });
  freed.resolve();
  await until(() => expect(rounds).toBe(2));
  await runner.stop();
  expect(await countJobs()).toBe(0);
});

test('a job that takes longer than two minutes is not abandoned while its process lives', async () => {
  const freed = Promise.withResolvers<void>();
  let runs = 0;
  const runner = startRunner({
    heartbeatMs: 50,
    slots: { draw: 2 },
    tasks: {
      draw: async () => {
        runs += 1;
        await freed.promise;
      },
    },
  });
  await addJob(connected.db, 'draw', {}, { maxAttempts: 3 });
  await until(() => expect(runs).toBe(1));
  // The round of the start knows no workers yet: it would free the job as one of a dead process.
  const lockedAt = async () => {
    const { rows } = await sql<{ at: unknown }>`select locked_at as at from graphile_worker.jobs`.execute(
      connected.db,
    );
    return String(rows[0]?.at);
  };
  const taken = await lockedAt();
  await vi.waitFor(async () => expect(await lockedAt()).not.toBe(taken), { timeout: 20_000 });
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes'`.execute(
    connected.db,
  );
  const isConfirmed = async () => {
    const { rows } =
      await sql`select from graphile_worker.jobs where locked_at > now() - interval '1 minute'`.execute(
        connected.db,
      );
    expect(rows).toHaveLength(1);
  };
  await vi.waitFor(isConfirmed, { timeout: 20_000 });
  freed.resolve();
  await runner.stop();
  expect(runs).toBe(1);
  expect(await countJobs()).toBe(0);
});
