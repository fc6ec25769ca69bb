import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { findPlacementProblems } from './find-placement-problems.ts';
import { keysOverAccounts, placements, triggersOverNodes } from './placements.ts';
import { readSchema } from './read-schema.ts';
import { renderCitus } from './render-citus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Problems of the migrated schema after a change of it. */
const problemsAfter = async (...changes: readonly string[]) =>
  findPlacementProblems(await readSchema(database.adminUrl, changes));

test('every table is placed, and the keys of those placed by account carry it', async () => {
  expect(await problemsAfter()).toEqual([]);
});

test.each([
  [
    'a table without a place',
    'create table billing.planted (account_number text not null)',
    'billing.planted has no place: add it to checks/placement/placements.ts',
  ],
  [
    'a unique key without the account',
    'create unique index planted_key on billing.bill (issued_on)',
    'billing.planted_key: a unique key of billing.bill must contain account_number',
  ],
  [
    'a unique key that has the account in an expression only',
    'create unique index planted_key on billing.bill (upper(account_number))',
    'billing.planted_key: a unique key of billing.bill must contain account_number',
  ],
  [
    'a primary key that begins otherwise',
    `alter table billing.refund_request drop constraint refund_request_pkey,
       add primary key (request_id, account_number)`,
    'billing.refund_request_pkey: the primary key of billing.refund_request must begin with account_number',
  ],
  [
    'a reason for a table that is not of accounts',
    'alter table portal.stored_file drop column account_number',
    'portal.stored_file of localRowsOfAccounts is no local table of accounts',
  ],
  [
    'an account number of another type',
    'alter table portal.signer_power alter column account_number type varchar(20)',
    'account_number has several types: character varying(20) "default", text "default"',
  ],
  [
    'a foreign key that crosses accounts',
    `alter table billing.payment_event add column other_account text,
       add constraint planted foreign key (other_account, payment_id) references billing.payment`,
    'billing.payment_event planted: both sides must have account_number at the same place',
  ],
  [
    'a foreign key of an account to a table of one node',
    `alter table billing.bill add column statement_number bigint,
       add constraint planted foreign key (statement_number) references billing.bank_statement`,
    'billing.bill planted: a account table can refer to reference tables only, billing.bank_statement is local',
  ],
  [
    'a foreign key of one node to an account',
    'alter table billing.bank_statement_payer add constraint planted foreign key (account_number) references billing.account',
    'billing.bank_statement_payer planted: a local table can not refer to billing.account, which is placed by account',
  ],
  [
    'an exception whose other key is gone',
    'drop index billing.payment_account_order_key',
    'billing.payment_order_part_key: billing.payment_account_order_key must be a unique key of billing.payment that begins with account_number',
  ],
  [
    'an exception that is mended',
    'drop index billing.payment_order_part_key',
    'billing.payment_order_part_key of keysOverAccounts: there is no such key',
  ],
  [
    'a trigger that writes another node',
    `create trigger planted after insert on billing.benefit referencing new table as inserted
       for each statement execute function billing.count_postings()`,
    'billing.benefit planted writes billing.debt_change, billing.ledger_count, which is not on the node of the account',
  ],
])('refuses %s', async (_, statement, problem) => {
  expect(await problemsAfter(statement)).toContain(problem);
});

const scriptFile = join(import.meta.dirname, '../../deploy/citus.sql');

// After a change of the list or the keys: node bin/run.mjs node_modules/vitest/vitest.mjs run --project api checks/placement -u
test('deploy/citus.sql has the commands for these tables', async () => {
  const schema = await readSchema(database.adminUrl);
  await expect(renderCitus(schema)).toMatchFileSnapshot(scriptFile);
});

/** In place of the functions of Citus: they accept a table when all that its foreign keys lead to was accepted before. */
const citusFunctions = [
  'create table public.placed (name regclass primary key)',
  `create function public.place(name regclass) returns void language plpgsql as $$ begin
     if exists (select from pg_constraint where conrelid = name and contype = 'f' and confrelid <> name
       and confrelid not in (select placed.name from public.placed)) then
       raise '% is placed before what it refers to', name;
     end if;
     insert into public.placed values (name);
   end $$`,
  `create function public.create_reference_table(name regclass) returns void language sql as 'select public.place(name)'`,
  `create function public.create_distributed_table(name regclass, account text, colocate_with text, shard_count int default 0)
     returns void language sql as 'select public.place(name)'`,
  `create function public.citus_add_local_table_to_metadata(name regclass) returns void language sql as 'select null::void'`,
];

test('the commands of deploy/citus.sql run, in the order of foreign keys, and leave nothing that Citus refuses', async () => {
  const script = readFileSync(scriptFile, 'utf8')
    .replace('create extension if not exists citus;', '')
    .replace(':"DBNAME"', new URL(database.adminUrl).pathname.slice(1))
    .replaceAll(':shards', '128')
    .replace(/^\\.*$/gm, '');
  const distributed = await readSchema(database.adminUrl, [...citusFunctions, script]);
  const keys = Object.keys(keysOverAccounts).filter((name) => name.startsWith('billing.'));
  expect(findPlacementProblems(distributed)).toEqual([
    ...keys.map((name) => `${name} of keysOverAccounts: there is no such key`),
    ...Object.keys(triggersOverNodes).map((name) => `${name} of triggersOverNodes: there is no such problem`),
  ]);
  const names = script.matchAll(/select create_\w+_table\('([\w.]+)'/g);
  expect(Array.from(names, ([, name]) => name).toSorted()).toEqual(
    [...placements.account, ...placements.reference].toSorted(),
  );
});
