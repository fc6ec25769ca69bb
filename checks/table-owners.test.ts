import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOwnerProblems, findWriters, findWritingFunctions } from './table-owners.ts';

test('every table is written by its owner alone', () => {
  expect(findOwnerProblems(join(import.meta.dirname, '..'))).toEqual([]);
});

const stranger = 'billing/modules/import/planted.ts';

test.each([
  ['insert', 'sql`insert into billing.ledger_entry (account_number) values (1)`'],
  ['insert over lines', 'sql`with a as (\n  INSERT\n  INTO billing.ledger_entry (account_number) select 1)`'],
  ['update', 'client.query(`update billing.ledger_entry e set reason = null`)'],
  ['delete', 'sql`delete from billing.ledger_entry`'],
  ['merge', 'sql`merge into billing.ledger_entry using x on true`'],
  ['truncate', 'sql`truncate billing.ledger_entry`'],
  ['copy', "copyRows(client, 'billing.ledger_entry (account_number)', rows)"],
  ['builder', "db.insertInto('billing.ledger_entry').values(row)"],
  ['builder over lines', "db\n  .updateTable(\n    'billing.ledger_entry')"],
  ['helper', "insertFrom('billing.ledger_entry', 'account_number')"],
])('a planted %s is found', (_, text) => {
  expect(findWriters(stranger, text)).toEqual([
    `${stranger} writes billing.ledger_entry: call a function of billing/modules/ledger/`,
  ]);
  expect(findWriters('billing/modules/ledger/planted.ts', text)).toEqual([]);
});

test.each([
  `sql\`insert into billing.${'${'}table} values (1)\``,
  `sql\`update ${'${'}table} set a = 1\``,
  'db.deleteFrom(table)',
  "insertFrom(table, 'a')",
])('a table that only a value names is refused: %s', (text) => {
  expect(findWriters('billing/modules/ledger/planted.ts', text)).toHaveLength(1);
});

test.each([
  'sql`select from billing.ledger_entry for update of e`',
  'sql`select from billing.period for no key update`',
  'sql`on conflict (a) do update set a = 1`',
  "db.selectFrom('billing.ledger_entry')",
  'sql`delete from stage_payment`',
])('what reads is free: %s', (text) => {
  expect(findWriters(stranger, text)).toEqual([]);
});

test('a call of a writing function belongs to its owner', () => {
  const text = 'sql`select portal.delete_push_of_session()`';
  expect(findWriters('portal/modules/identity/planted.ts', text)).toHaveLength(1);
  expect(findWriters('portal/modules/notifications/planted.ts', text)).toEqual([]);
});

test('a function of a migration writes the tables of its owner alone, until it is dropped', () => {
  const unknown =
    'create function portal.planted() returns void language plpgsql as $$ begin delete from portal.session; end $$;';
  const known =
    'create function portal.delete_push_of_session() returns text language sql\nbegin atomic\n  delete from portal.session;\nend;';
  expect(findWritingFunctions([unknown])).toHaveLength(1);
  expect(findWritingFunctions([unknown, 'drop function portal.planted();'])).toEqual([]);
  expect(findWritingFunctions([known])).toEqual([
    'portal.delete_push_of_session of portal/modules/notifications/ writes portal.session of portal/modules/identity/',
  ]);
});
