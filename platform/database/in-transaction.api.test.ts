import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type ConnectedDatabase, connectDatabase, type Database, inTransaction } from './database.ts';
import { int4, typedSql } from './typed-sql.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase({ url: database.url, poolSize: 2 });
  await sql`create table public.kept (id integer)`.execute(connected.db);
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function addThenFail(db: Database<unknown>): Promise<void> {
  await sql`insert into public.kept values (1)`.execute(db);
  throw new Error('undone');
}

async function countKept(db: Database<unknown>): Promise<number | undefined> {
  const { rows } = await typedSql({
    count: int4(),
  })`select count(*)::integer as count from public.kept`.execute(db);
  return rows[0]?.count;
}

test('inTransaction rolls back the work that fails', async () => {
  await expect(inTransaction(connected.db, addThenFail)).rejects.toThrow('undone');
  expect(await countKept(connected.db)).toBe(0);
});

test('inTransaction works in the transaction of the caller', async () => {
  const { db } = connected;
  const work = db.transaction().execute(async (transaction) => {
    await inTransaction(transaction, (same) => sql`insert into public.kept values (2)`.execute(same));
    expect(await countKept(transaction)).toBe(1);
    throw new Error('undone by the caller');
  });
  await expect(work).rejects.toThrow('undone by the caller');
  expect(await countKept(db)).toBe(0);
});
