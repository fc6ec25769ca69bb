import { describe, expect, test } from 'vitest';
import { tableOwners } from '../table-owners.ts';
import { findUnsafeStatements, smallTables } from './unsafe-statements.ts';

test('smallTables are tables of the product', () => {
  const tables = Object.values(tableOwners).flat();
  expect(smallTables.filter((table) => !tables.includes(table))).toEqual([]);
});

const concurrent = '-- without transaction\n';

describe('findUnsafeStatements', () => {
  test.each([
    ['create index payment_sum_idx on billing.payment (sum)', /locks writes of a large table/],
    ['create unique index on\n billing.payment (sum)', /locks writes of a large table/],
    ['create index concurrently payment_sum_idx on billing.payment (sum)', /needs a file that begins with/],
    [`${concurrent}create index payment_sum_idx on billing.payment (sum)`, /needs a file that begins with/],
    [`${concurrent}create index concurrently on billing.payment (sum)`, /and a name/],
    [`${concurrent}alter table billing.payment add note text`, /can not be repeated/],
    [`${concurrent}drop index concurrently billing.payment_sum_idx`, /can not be repeated/],
    [
      'alter table billing.payment alter column sum type numeric',
      /rewrites the table, and the version before/,
    ],
    ['alter table billing.payment alter sum set data type numeric', /rewrites the table, and the version/],
    [
      'alter table billing.payment add column note text not null',
      /fails in the inserts of the version before/,
    ],
    ['ALTER TABLE billing.payment ADD note text NOT NULL', /fails in the inserts of the version before/],
    ['alter table billing.supplier add note text not null', /fails in the inserts of the version before/],
    ['alter table billing.payment add note text, add other text not null', /fails in the inserts/],
    [
      'alter table billing.payment add id uuid not null default gen_random_uuid()',
      /rewrites the table under/,
    ],
    ['alter table billing.payment add at timestamptz default clock_timestamp()', /rewrites the table under/],
    ["alter table billing.payment add note text default '' || random()", /rewrites the table under/],
    [
      'alter table billing.payment add n bigint generated always as (sum * 2) stored',
      /rewrites the table under/,
    ],
    ['alter table billing.payment add n bigserial', /rewrites the table under/],
    ['alter table billing.payment add code text unique', /builds an index under a lock/],
    ['alter table billing.payment add code text references billing.tariff', /reads the whole table/],
    ['alter table billing.payment add constraint payment_check check (sum > 0)', /add it not valid/],
    ['alter table billing.payment add check (sum > 0)', /add it not valid/],
    ['alter table billing.payment add foreign key (a) references billing.tariff (a)', /add it not valid/],
    ['alter table billing.payment add constraint payment_key unique (sum)', /using index/],
    ['alter table billing.payment add primary key (sum)', /using index/],
    ['alter table billing.payment alter column sum set not null', /validate a check/],
    [
      'alter table billing.payment add constraint c check (sum > 0) not valid; alter table billing.payment validate constraint c',
      /validate it in another file/,
    ],
    ['alter table billing.payment rename column sum to amount', /what the version before reads/],
    ['alter table billing.payment rename to paid', /what the version before reads/],
    ['alter table billing.payment drop column sum', /what the version before reads/],
    ['alter table billing.payment drop sum', /what the version before reads/],
    ['alter table billing.payment alter column note drop default', /what the version before reads/],
    ['drop table if exists billing.payment', /what the version before reads/],
    ['drop view portal.cabinet_account', /what the version before reads/],
    ['drop function portal.make_partitions(text)', /what the version before reads or calls/],
    ["alter type billing.kind rename value 'a' to 'b'", /what the version before reads/],
    ['update billing.payment set sum = 0', /locks rows of a large table/],
    ['with old as (select 1) delete from billing.payment', /locks rows of a large table/],
    ['truncate billing.payment', /locks the whole table/],
    ['lock table billing.payment', /locks the whole table/],
    [
      'alter table billing.payment add note text; alter table billing.supplier add note text',
      /^billing\.payment, billing\.supplier: are locked together/,
    ],
    [
      'create trigger t after insert on billing.payment for each row execute function billing.f(); create table billing.note (a text references billing.account)',
      /^billing\.account, billing\.payment: are locked together/,
    ],
    ['do $$ begin drop table billing.payment; end $$', /is not examined/],
    ['-- safe:\ndrop table billing.payment', /what the version before reads/],
    [
      '-- safe: nothing reads it since 1.1.0\ndrop table a.b;\ndrop table billing.payment',
      /billing\.payment/,
    ],
  ])('refuses %s', (text, reason) => {
    const problems = findUnsafeStatements(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reason);
  });

  test.each([
    'create table billing.note (id uuid primary key); create index note_id_idx on billing.note (id); alter table billing.note add text text not null, add check (id is not null), drop text; update billing.note set id = id',
    'create index tariff_name_idx on billing.tariff (name)',
    'create table billing.note (a text references billing.account, b text references billing.tariff, c text references billing.note)',
    'alter table billing.payment add note text; -- safe: read by staff only\nalter table billing.supplier add note text',
    `${concurrent}create index concurrently a on billing.payment (sum); create index concurrently b on billing.bill (sum)`,
    'create index api_call_name_idx on only portal.api_call (name)',
    `${concurrent}create unique index concurrently payment_sum_idx on billing.payment (sum);\n`,
    `${concurrent}drop index concurrently if exists billing.payment_sum_idx`,
    `${concurrent}alter table billing.payment validate constraint payment_sum_check`,
    'alter table billing.payment add column note text',
    "alter table billing.payment add column note text not null default ''",
    "alter table billing.payment add note text[] not null default '{}'::text[]",
    'alter table billing.payment add at timestamptz not null default now(), add is_new boolean default false not null',
    'alter table billing.payment add constraint payment_sum_check check (sum > 0) not valid',
    'alter table billing.payment add constraint payment_key unique using index payment_sum_key',
    'alter table billing.payment alter column note drop not null, alter column note set default 0',
    'alter table billing.payment drop constraint payment_sum_check',
    'alter table billing.payment validate constraint payment_sum_check',
    'update billing.tariff set name = name',
    "insert into billing.tariff (name) values ('drop table billing.payment; update')",
    'create or replace function billing.f() returns trigger language plpgsql as $$ begin delete from billing.payment; end $$',
    'create trigger t after insert on billing.payment for each row execute function billing.f()',
    '-- safe: no version reads it since 1.1.0\nalter table billing.payment drop column sum',
  ])('accepts %s', (text) => {
    expect(findUnsafeStatements(text)).toEqual([]);
  });
});
