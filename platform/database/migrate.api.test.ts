import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type ConnectedDatabase, connectDatabase } from './database.ts';
import { type MigrationSet, migrate, readMigrationState } from './migrate.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let folder: string;
let sets: MigrationSet[];

const write = (name: string, text: string) => writeFile(join(folder, name), text);

beforeEach(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-migrations-'));
  sets = [{ schema: 'shop', folder }];
  await write('0001-goods.sql', 'create table shop.goods (name text primary key);');
  await migrate(database.url, sets);
});

afterEach(async () => {
  await connected.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function tables(): Promise<unknown[]> {
  const { rows } = await sql`
    select table_name as name from information_schema.tables
     where table_schema = 'shop' and table_name not like 'kysely%' order by 1
  `.execute(connected.db);
  return rows;
}

test('migrate applies what is new and nothing twice', async () => {
  await migrate(database.url, sets);
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  expect(await readMigrationState(database.url, sets)).toEqual({
    pending: ['shop 0002-orders'],
    refusal: undefined,
  });
  await migrate(database.url, sets);
  expect(await readMigrationState(database.url, sets)).toEqual({ pending: [], refusal: undefined });
  expect(await tables()).toEqual([{ name: 'goods' }, { name: 'orders' }]);
});

test('migrate refuses a database with a migration that this version does not have', async () => {
  await rm(join(folder, '0001-goods.sql'));
  await write('0001-baseline.sql', 'create table shop.items (name text primary key);');
  await expect(migrate(database.url, sets)).rejects.toThrow(
    /made by another version .* \(shop 0001-goods\): .* SVITLO_DATA or DATABASE_URL, or drop the schemas/,
  );
  expect(await tables()).toEqual([{ name: 'goods' }]);
});

test('migrate refuses a database with a migration whose file was edited', async () => {
  await write('0001-goods.sql', 'create table shop.goods (name text primary key, price integer);');
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await expect(migrate(database.url, sets)).rejects.toThrow(/made by another version .* \(shop 0001-goods\)/);
  expect((await readMigrationState(database.url, sets)).refusal).toContain('shop 0001-goods');
  expect(await tables()).toEqual([{ name: 'goods' }]);
});

test('migrate refuses a database whose migrations have no digests', async () => {
  await sql`drop table shop.kysely_migration_digest`.execute(connected.db);
  await expect(migrate(database.url, sets)).rejects.toThrow(/made by another version/);
});

test('a migration that fails leaves nothing of itself', async () => {
  await write('0002-orders.sql', 'create table shop.orders (name text primary key); select 1 / 0;');
  await expect(migrate(database.url, sets)).rejects.toThrow(/division by zero/);
  expect(await tables()).toEqual([{ name: 'goods' }]);
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await migrate(database.url, sets);
  expect(await tables()).toEqual([{ name: 'goods' }, { name: 'orders' }]);
});
