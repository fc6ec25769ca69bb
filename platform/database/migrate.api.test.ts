import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

test('migrate applies a migration whose name comes before those that a database has', async () => {
  await write('0003-orders.sql', 'create table shop.orders (name text primary key);');
  await migrate(database.url, sets);
  await write('0002-carts.sql', 'create table shop.carts (name text primary key);');
  expect(await readMigrationState(database.url, sets)).toEqual({
    pending: ['shop 0002-carts'],
    refusal: undefined,
  });
  await migrate(database.url, sets);
  expect(await tables()).toEqual([{ name: 'carts' }, { name: 'goods' }, { name: 'orders' }]);
});

const newer =
  'The database was migrated by a newer version of the product (shop 0002-orders): restore the backup of before the upgrade, or start the newer version again.';

test('migrate refuses a database of a newer version, and offers nothing but the backup and that version', async () => {
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await migrate(database.url, sets);
  await rm(join(folder, '0002-orders.sql'));
  await expect(migrate(database.url, sets)).rejects.toThrow(newer);
  // The newer version was ended before it had applied all of them.
  await write('0003-carts.sql', 'create table shop.carts (name text primary key);');
  const released = [{ schema: 'shop', folder, firstRelease: ['0001-goods'] }];
  expect(await readMigrationState(database.url, released)).toEqual({
    pending: ['shop 0003-carts'],
    refusal: newer,
  });
  await expect(migrate(database.url, released)).rejects.toThrow(newer);
  expect(await tables()).toEqual([{ name: 'goods' }, { name: 'orders' }]);
});

const development = /made in a state of development that is no release, .* \(shop 0001-goods\)/;

test.each([
  [
    'edited',
    () => write('0001-goods.sql', 'create table shop.goods (name text primary key, price integer);'),
  ],
  ['renamed', () => rename(join(folder, '0001-goods.sql'), join(folder, '0001-items.sql'))],
  [
    'replaced',
    async () => {
      await rm(join(folder, '0001-goods.sql'));
      await write('0001-baseline.sql', 'create table shop.items (name text primary key);');
    },
  ],
])('migrate refuses a database with a migration whose file was %s', async (_, change) => {
  await change();
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await expect(migrate(database.url, sets)).rejects.toThrow(development);
  const { refusal } = await readMigrationState(database.url, sets);
  expect(refusal).toMatch(development);
  expect(refusal).not.toMatch(/drop/);
  expect(await tables()).toEqual([{ name: 'goods' }]);
});

test('migrate refuses a database whose migrations have no digests', async () => {
  await sql`drop table shop.kysely_migration_digest`.execute(connected.db);
  await expect(migrate(database.url, sets)).rejects.toThrow(development);
});

test('a migration that fails leaves nothing of itself', async () => {
  await write('0002-orders.sql', 'create table shop.orders (name text primary key); select 1 / 0;');
  await expect(migrate(database.url, sets)).rejects.toThrow(
    'The migration shop 0002-orders failed: division by zero',
  );
  expect(await tables()).toEqual([{ name: 'goods' }]);
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await migrate(database.url, sets);
  expect(await tables()).toEqual([{ name: 'goods' }, { name: 'orders' }]);
});

test('a migration that was renamed after the first release is not taken for one of a newer version', async () => {
  const released = [{ schema: 'shop', folder, firstRelease: ['0001-goods'] }];
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await migrate(database.url, released);
  await rename(join(folder, '0002-orders.sql'), join(folder, '0003-orders.sql'));
  await expect(migrate(database.url, released)).rejects.toThrow(
    /state of development .* \(shop 0002-orders\)/,
  );
});

test('migrations before one that fails remain', async () => {
  await write('0002-orders.sql', 'create table shop.orders (name text primary key);');
  await write('0003-carts.sql', 'select 1 / 0;');
  await expect(migrate(database.url, sets)).rejects.toThrow(/0003-carts failed/);
  expect((await readMigrationState(database.url, sets)).pending).toEqual(['shop 0003-carts']);
});

describe('a table in use', () => {
  let other: pg.Client;
  const limits = { timeoutMs: 50, attempts: 3, pause: async () => undefined, concurrentTimeoutMs: 60_000 };

  beforeEach(async () => {
    other = new pg.Client({ connectionString: database.url, application_name: 'svitlo-close-period' });
    await other.connect();
    await other.query('begin; lock table shop.goods in access share mode');
    await write('0002-price.sql', 'alter table shop.goods add price integer;');
  });
  afterEach(() => other.end());

  test('is named with who uses it when the lock was not given in all attempts', async () => {
    const pauses: number[] = [];
    const pause = async (attempt: number) => pauses.push(attempt);
    await expect(migrate(database.url, sets, { ...limits, pause })).rejects.toThrow(
      /The migration shop 0002-price did not get its locks in time: the table shop\.goods is in use by "svitlo-close-period" \(process \d+ of the database\)/,
    );
    expect(pauses).toEqual([1, 2]);
    expect((await readMigrationState(database.url, sets)).pending).toEqual(['shop 0002-price']);
  });

  test('is migrated by a later attempt once it is free', async () => {
    await migrate(database.url, sets, { ...limits, pause: () => other.query('commit') });
    expect((await readMigrationState(database.url, sets)).pending).toEqual([]);
  });
});

describe('an index built without a transaction', () => {
  const indexes = async () => {
    const { rows } = await sql`
      select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
       where indrelid = 'shop.goods'::regclass and not indisprimary
    `.execute(connected.db);
    return rows;
  };
  const file = `-- without transaction
    create unique index concurrently goods_price_key on shop.goods (price);
    create index concurrently goods_price_idx on shop.goods (price) where price > 0;`;

  beforeEach(async () => {
    await write('0002-price.sql', 'alter table shop.goods add price integer;');
    await migrate(database.url, sets);
    await write('0003-indexes.sql', file);
  });

  test('is built by one of several servers that start at once', async () => {
    await Promise.all([
      migrate(database.url, sets),
      migrate(database.url, sets),
      migrate(database.url, sets),
    ]);
    expect(await readMigrationState(database.url, sets)).toEqual({ pending: [], refusal: undefined });
    expect(await indexes()).toEqual([
      { name: 'shop.goods_price_key', isValid: true },
      { name: 'shop.goods_price_idx', isValid: true },
    ]);
  });

  test('is waited for while the database builds it for a process that was killed', async () => {
    const [writer, killed] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
    if (!writer || !killed) throw new Error('two clients');
    await Promise.all([writer.connect(), killed.connect()]);
    try {
      await writer.query('begin; lock table shop.goods in row exclusive mode');
      const build = killed.query('create unique index concurrently goods_price_key on shop.goods (price)');
      const oids = async () => {
        const { rows } = await sql`select to_regclass('shop.goods_price_key')::oid as oid`.execute(
          connected.db,
        );
        return rows;
      };
      await expect.poll(indexes).toEqual([{ name: 'shop.goods_price_key', isValid: false }]);
      const begun = await oids();
      const migrated = migrate(database.url, sets);
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select state from pg_stat_activity
             where application_name = 'svitlo-migrate' and query like '%progress_create_index where relid%'
          `.execute(connected.db);
          return rows.length;
        })
        .toBe(1);
      await writer.query('commit');
      await Promise.all([build, migrated]);
      expect(await oids()).toEqual(begun);
    } finally {
      await Promise.all([writer.end(), killed.end()]);
    }
  });

  test('is built again when its build was broken off, and one that was finished is left', async () => {
    await sql`insert into shop.goods (name, price) values ('lamp', 1), ('wire', 1)`.execute(connected.db);
    await expect(migrate(database.url, sets)).rejects.toThrow(/0003-indexes failed: could not create unique/);
    expect(await indexes()).toEqual([{ name: 'shop.goods_price_key', isValid: false }]);
    await sql`delete from shop.goods where name = 'wire'`.execute(connected.db);
    await sql`create index goods_price_idx on shop.goods (price) where price > 0`.execute(connected.db);
    await migrate(database.url, sets);
    expect(await readMigrationState(database.url, sets)).toEqual({ pending: [], refusal: undefined });
    expect(await indexes()).toEqual([
      { name: 'shop.goods_price_idx', isValid: true },
      { name: 'shop.goods_price_key', isValid: true },
    ]);
  });
});
