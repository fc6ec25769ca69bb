import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { answer, type ModuleResult } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { StatementData, StatementRowData } from '#contract/values/bank-statement.ts';
import { inTransitDays } from '#domain/payments/match-row.ts';
import { int4, int8, nullable, queryClient, typedSql } from '#platform/database/typed-sql.ts';
import { findStatement, toStatementData } from '../statement-store.ts';
import { lockRow, toRowData } from './row-store.ts';

const DEFAULT_DIGITS = 10;

/** How long the numbers of accounts of the supplier are; ten digits unless it says otherwise. */
export async function accountDigits(db: BillingDatabase): Promise<number> {
  const { rows } = await typedSql({ digits: nullable(int4()) })`
    select (rules ->> 'accountDigits')::int as digits from billing.supplier`.execute(db);
  return rows[0]?.digits ?? DEFAULT_DIGITS;
}

/** More rows alike than a smallint counts are no payments. */
export const maxIdentical = 32_767;

/**
 * Numbers the rows of a statement that are alike, from 1 in the order of their lines: two payments of the same sum on a day
 * are two, and the same file again has the same two. Only rows that are not alone are touched.
 * `maybeRepeated`: the keys to look at; undefined: all.
 */
export async function numberIdenticalRows(
  client: pg.ClientBase,
  statementNumber: number,
  maybeRepeated: readonly string[] | undefined,
): Promise<void> {
  // Rows that the statistics do not know of yet are taken for few, and joined row by row.
  await client.query(`set local work_mem = '128MB'`);
  await client.query('analyze billing.bank_statement_row');
  if (maybeRepeated?.length === 0) return;
  const numbered = `select line, row_number() over (partition by base_key order by line) as occurrence
    from billing.bank_statement_row where statement_number = $1`;
  const number = (from: string) => `
    update billing.bank_statement_row r set occurrence = least(numbered.occurrence, ${maxIdentical})
    from (${from}) numbered where r.statement_number = $1 and r.line = numbered.line and numbered.occurrence > 1`;
  if (maybeRepeated === undefined) {
    await client.query(number(numbered), [statementNumber]);
    return;
  }
  // Looking is done by several processes when it is no part of a statement that writes.
  const { rows } = await queryClient(
    client,
    { line: int4(), occurrence: int8() },
    `select * from (${numbered} and base_key = any($2::uuid[])) numbered where occurrence > 1`,
    [statementNumber, maybeRepeated],
  );
  await client.query(number('select * from unnest($2::int[], $3::int[]) as repeated (line, occurrence)'), [
    statementNumber,
    rows.map(({ line }) => line),
    rows.map(({ occurrence }) => occurrence),
  ]);
}

/**
 * SQL: payment `p` is part of an order that is on its way and may be the money of row `r` (decision 0050): the order's whole
 * sum is that of the row, whose day is from the day before the provider's word to ten working days after it.
 */
export const mayBeInTransit: RawBuilder<boolean> = sql`(p.state = 'confirmed'
  and coalesce(p.order_kopiykas, p.amount_kopiykas) = r.amount_kopiykas
  and (p.confirmed_at at time zone 'Europe/Kyiv')::date between r.paid_on - ${sql.lit(inTransitDays.to)} and r.paid_on - ${sql.lit(inTransitDays.from)})`;

export type DecidedRow = ModuleResult<{ statement: StatementData; row: StatementRowData }>;

/** The row of which an operator decided, and its statement, as they stand now. */
export async function decidedRow(
  db: BillingDatabase,
  statementNumber: number,
  line: number,
): Promise<DecidedRow> {
  const statement = await findStatement(db, statementNumber);
  const row = await lockRow(db, statementNumber, line);
  if (statement === undefined || row === undefined) throw new Error('a row that was decided is gone');
  return answer({ statement: toStatementData(statement), row: toRowData(row) });
}
