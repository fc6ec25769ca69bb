import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFreezingProxy } from '#platform/testing/freezing-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { connectDatabase, withStatementTime } from './database.ts';
import { isDatabaseAway } from './is-database-away.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const one = sql<{ one: number }>`select 1 as one`;

test('a statement and a commit that the network swallows end with an error of an unavailable database; the next works', async () => {
  const proxy = await startFreezingProxy(database.url);
  const limits = { statementMs: 60_000, idleMs: 60_000, answerMs: 200 };
  const { db, pool, close } = connectDatabase<unknown>({ url: proxy.url, poolSize: 1, limits });
  try {
    await one.execute(db);
    proxy.freeze();
    const swallowed = await one.execute(db).catch((error: unknown) => error);
    expect(String(swallowed)).toContain('did not answer within 200 ms');
    expect(isDatabaseAway(swallowed)).toBe(true);
    expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);

    const committed = db.transaction().execute(async (transaction) => {
      await one.execute(transaction);
      proxy.freeze();
    });
    expect(isDatabaseAway(await committed.catch((error: unknown) => error))).toBe(true);
    expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  } finally {
    await close();
    await proxy.close();
  }
});

test('the server cancels a statement that takes too long, and its connection stays', async () => {
  const limits = { statementMs: 50, idleMs: 60_000, answerMs: 60_000 };
  const { db, pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1, limits });
  const processOf = async () => (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)).rows;
  const before = await processOf();
  const cancelled = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
  expect(cancelled).toMatchObject({ code: '57014' });
  expect(isDatabaseAway(cancelled)).toBe(true);
  expect(await processOf()).toEqual(before);
  expect(pool.totalCount).toBe(1);
  await close();
});

test('the server ends a transaction that sends nothing for too long', async () => {
  const limits = { statementMs: 60_000, idleMs: 50, answerMs: 60_000 };
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1, limits });
  const observer = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
  const transaction = await db.startTransaction().execute();
  const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(transaction);
  const listOpen = async () =>
    (await sql`select from pg_stat_activity where pid = ${rows[0]?.id}::int`.execute(observer.db)).rows;
  await expect.poll(listOpen).toEqual([]);
  expect(isDatabaseAway(await one.execute(transaction).catch((error: unknown) => error))).toBe(true);
  await transaction
    .rollback()
    .execute()
    .catch(() => undefined);
  await observer.close();
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('a statement with a time of its own may take longer than those of its pool', async () => {
  const limits = { statementMs: 60_000, idleMs: 60_000, answerMs: 50 };
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1, limits });
  const slow = () => sql`select pg_sleep(0.2)`.execute(db);
  await withStatementTime(60_000, slow);
  expect(isDatabaseAway(await slow().catch((error: unknown) => error))).toBe(true);
  await close();
});
