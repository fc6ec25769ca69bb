import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type ConnectedDatabase, connectDatabase, databaseOfClient } from './database.ts';
import {
  type Column,
  type Columns,
  compiledSql,
  date,
  int4,
  int8,
  json,
  nullable,
  ofOuterJoin,
  queryClient,
  text,
  timestamptz,
  typedSql,
  uuid,
  verifyColumns,
} from './typed-sql.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<{ 'billing.period': { period: string; state: string } }>;
const problems: string[] = [];

beforeAll(async () => {
  verifyColumns((problem) => problems.push(problem));
  database = await createTestDatabase();
  connected = connectDatabase({ url: database.url, poolSize: 2 });
});
afterAll(async () => {
  await connected.close();
  await database.close();
});
beforeEach(() => {
  problems.length = 0;
});

describe('typedSql', () => {
  test('derives the row type from the columns', async () => {
    const { rows } = await typedSql({ count: int4(), day: nullable(date()), sum: int8() })`
      select 1 as count, null::date as day, ${5}::bigint as sum`.execute(connected.db);
    expectTypeOf(rows).toEqualTypeOf<{ count: number; day: string | null; sum: bigint }[]>();
    expect(rows).toEqual([{ count: 1, day: null, sum: 5n }]);
    expect(problems).toEqual([]);
  });

  test('a row type must have the columns that are declared', () => {
    interface Row {
      readonly count: number;
      readonly name: string | null;
    }
    expectTypeOf<{ count: Column<number>; name: Column<string | null> }>().toExtend<Columns<Row>>();
    expectTypeOf<{ count: Column<string>; name: Column<string | null> }>().not.toExtend<Columns<Row>>();
    expectTypeOf<{ count: Column<number | null>; name: Column<string> }>().not.toExtend<Columns<Row>>();
    expectTypeOf<{ count: Column<number> }>().not.toExtend<Columns<Row>>();
  });

  const one = (columns: Readonly<Record<string, Column<unknown>>>, statement: string) =>
    typedSql(columns)`${sql.raw(statement)}`.execute(connected.db);

  test.each<[string, Readonly<Record<string, Column<unknown>>>, string, string]>([
    ['another type', { count: int4() }, 'select count(*) as count', 'count has the type INT8'],
    [
      'another name',
      { count: int4() },
      'select 1 as number',
      'number is not declared, count is not returned',
    ],
    ['a column more', { count: int4() }, 'select 1 as count, 2 as other', 'other is not declared'],
    ['a null', { day: date() }, 'select null::date as day', 'day is null'],
    ['a number for text', { name: text() }, 'select 1 as name', 'name has the type INT4'],
    ['a moment for a day', { day: date() }, 'select now() as day', 'day has the type TIMESTAMPTZ'],
    [
      'a type without a name',
      { ids: uuid() },
      "select '{}'::bigint[] as ids",
      'ids has the type with OID 1016',
    ],
  ])('reports %s', async (_what, columns, statement, problem) => {
    await one(columns, statement);
    expect(problems).toEqual([`${problem}: ${statement}`]);
  });

  test('reports another type of a result without rows', async () => {
    await one({ day: date() }, 'select now() as day where false');
    expect(problems).toHaveLength(1);
  });

  test('accepts what it returns', async () => {
    await one(
      { at: timestamptz(), facts: json(), name: text(), letter: text() },
      `select now() as at, '{}'::jsonb as facts, 'a'::varchar as name, 'b'::char(1) as letter`,
    );
    expect(problems).toEqual([]);
  });

  test('a column of an outer join may be null and is of its type', async () => {
    await one({ day: ofOuterJoin(date()) }, 'select null::date as day');
    expect(problems).toEqual([]);
    await one({ day: ofOuterJoin(date()) }, 'select null::text as day');
    expect(problems).toHaveLength(1);
  });

  test('is verified inside a transaction and on the connection of a caller', async () => {
    await connected.db.transaction().execute(async (transaction) => {
      await typedSql({ count: int4() })`select ${1}::bigint as count`.execute(transaction);
    });
    const client = await connected.pool.connect();
    await typedSql({ count: int4() })`select 2::bigint as count`.execute(databaseOfClient(client));
    client.release();
    expect(problems).toHaveLength(2);
  });
});

test('compiledSql is verified', async () => {
  const { rows } = await connected.db.executeQuery(
    compiledSql({ count: int4() }, 'select $1::bigint as count', [1]),
  );
  expectTypeOf(rows).toEqualTypeOf<{ count: number }[]>();
  expect(problems).toEqual(['count has the type INT8: select $1::bigint as count']);
});

test('queryClient is verified', async () => {
  await queryClient(connected.pool, { count: int4() }, 'select $1::bigint as count', [1]);
  expect(problems).toEqual(['count has the type INT8: select $1::bigint as count']);
});

test('a statement without columns is not verified', async () => {
  await sql`select count(*) from billing.period`.execute(connected.db);
  expect(problems).toEqual([]);
});
