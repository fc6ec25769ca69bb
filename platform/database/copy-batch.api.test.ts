import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { CopyBatch } from './copy.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create temporary table one (id integer primary key)');
  await client.query('create temporary table two (id integer references one, word text)');
});

afterAll(async () => {
  await client.end();
  await database.close();
});

async function countRows(): Promise<string> {
  const { rows } = await client.query<{ counts: string }>(
    "select (select count(*) from one) || ' ' || (select count(*) from two) as counts",
  );
  return rows[0]?.counts ?? '';
}

/** More than a socket takes at once. */
const manyRows = Buffer.from(Array.from({ length: 200_000 }, (_, id) => `${id}\n`).join(''));

test('CopyBatch writes the rows of all tables in one transaction', async () => {
  const batch = new CopyBatch();
  batch.add('one (id)', manyRows);
  batch.add('two (id, word)', Buffer.alloc(0));
  batch.add('two (id, word)', Buffer.from('7\tсвітло\n8\t\\N\n'));
  await batch.begin(client);
  expect(await countRows()).toBe('200000 2');
  await client.query('rollback');
  expect(await countRows()).toBe('0 0');
});

test('CopyBatch throws the error of a table, and the connection is of use after a rollback', async () => {
  const batch = new CopyBatch();
  batch.add('one (id)', Buffer.from('1\n'));
  batch.add('two (id, word)', Buffer.from('2\tword\n'));
  batch.add('one (id)', manyRows);
  await expect(batch.begin(client)).rejects.toThrow(/foreign key/);
  await expect(client.query('select 1')).rejects.toThrow(/aborted/);
  await client.query('rollback');
  expect(await countRows()).toBe('0 0');
});

test('CopyBatch throws when the connection is gone', async () => {
  const lost = new pg.Client({ connectionString: database.url });
  lost.on('error', () => undefined);
  await lost.connect();
  const batch = new CopyBatch();
  batch.add('one (id)', manyRows);
  const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect(batch.begin(lost)).rejects.toThrow();
});
