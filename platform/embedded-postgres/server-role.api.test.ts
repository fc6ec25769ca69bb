import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { prepareServerRole } from './server-role.ts';

let database: TestDatabase;
let admin: pg.Client;
let server: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  server = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await server.connect();
});
afterAll(async () => {
  await admin.end();
  await server.end();
  await database.close();
});

test.each([
  ['a program of the machine', `copy (select 1) to program 'true'`],
  ['a file of the machine', `select pg_read_file('/etc/passwd')`],
  ['a database', 'create database another'],
  ['a role', 'create role another'],
  ['a setting of the server', `alter system set fsync = 'off'`],
  ['hashes of passwords', 'select rolpassword from pg_authid'],
])("the product's role has no access to %s", async (_, statement) => {
  await expect(server.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('prepareServerRole transfers existing objects of the superuser to the role, which may alter them', async () => {
  await admin.query(`
    create schema older;
    create table older.account (id bigint generated always as identity primary key, period text) partition by list (id);
    create table older.account_1 partition of older.account default;
    create sequence older.receipt;
    create view older.listed as select id from older.account;
    create type older.mood as enum ('well');
    create domain older.kopiykas as bigint;
    create collation older.uk (provider = icu, locale = 'uk');
    create function older.touch() returns trigger language plpgsql as 'begin return new; end'`);
  const url = await prepareServerRole(database.adminUrl);
  expect(new URL(url).username).toBe('svitlo_server');
  const { rows } = await admin.query(`
    select relname as name from pg_class where relowner = current_user::regrole and relnamespace = 'older'::regnamespace
    union all select typname from pg_type where typowner = current_user::regrole and typnamespace = 'older'::regnamespace
    union all select collname from pg_collation where collowner = current_user::regrole and collnamespace = 'older'::regnamespace
    union all select proname from pg_proc where proowner = current_user::regrole and pronamespace = 'older'::regnamespace`);
  expect(rows).toEqual([]);
  await server.query(`
    alter table older.account add column note text;
    create or replace function older.touch() returns trigger language plpgsql as 'begin return old; end';
    drop schema older cascade`);
});

test("prepareServerRole derives the role's password from the superuser's without revealing it", async () => {
  const url = await prepareServerRole(database.adminUrl);
  expect(await prepareServerRole(database.adminUrl)).toBe(url);
  expect(url).not.toContain(new URL(database.adminUrl).password);
});
