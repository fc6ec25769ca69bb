import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConnectedDatabase, connectDatabase } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { addJob } from './add-jobs.ts';
import { startJobQueue } from './job-queue.ts';
import { runJobsOnce } from './run-jobs-once.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
});
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

test('startJobQueue runs a new job at once, retries a failed one, and stop waits for jobs in flight', async () => {
  const errors: unknown[] = [];
  let attempts = 0;
  let begin: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let ended = false;
  const queue = startJobQueue({
    url: database.url,
    concurrency: 2,
    pollMs: 200,
    onError: (error) => void errors.push(error),
    tasks: {
      flaky: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
      },
      slow: async () => {
        begin();
        await new Promise((resolve) => setTimeout(resolve, 500));
        ended = true;
      },
    },
  });
  await addJob(connected.db, 'flaky', {}, { maxAttempts: 3 });
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 20_000 });
  expect(errors.map(String)).toEqual(['Error: not yet']);
  await addJob(connected.db, 'slow', {}, { maxAttempts: 3 });
  await began;
  await queue.stop();
  expect(ended).toBe(true);
  expect(await countJobs()).toBe(0);
});

test('startJobQueue recovers after its connections were cut', async () => {
  const done: unknown[] = [];
  const queue = startJobQueue({
    url: database.url,
    concurrency: 1,
    pollMs: 200,
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
