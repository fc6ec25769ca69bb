import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { StatementRowData } from '#contract/values/bank-statement.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import {
  bool,
  date,
  int4,
  int8,
  nullable,
  text,
  textArray,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

export type Outcome = StatementRowData['outcome'];

/** A row with what became of it. */
export interface StoredStatementRow {
  readonly line: number;
  readonly paidOn: string;
  readonly amount: Kopiykas;
  readonly payer: string;
  readonly purpose: string;
  readonly accountText: string;
  readonly accountNumbers: readonly string[];
  readonly outcome: Outcome;
  readonly reason: string;
  readonly accountNumber: string | null;
  readonly actNumber: string | null;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly canUndo: boolean;
}

async function list(db: BillingDatabase, rest: RawBuilder<unknown>): Promise<readonly StoredStatementRow[]> {
  const { rows } = await typedSql<StoredStatementRow>({
    line: int4(),
    paidOn: date(),
    amount: int8(),
    payer: text(),
    purpose: text(),
    accountText: text(),
    accountNumbers: textArray(),
    outcome: text(),
    reason: text(),
    accountNumber: nullable(text()),
    actNumber: nullable(text()),
    orderId: nullable(text()),
    paymentId: nullable(uuid()),
    canUndo: bool(),
  })`
    select o.line, r.paid_on as "paidOn", r.amount_kopiykas as amount, coalesce(r.payer, '') as payer,
      coalesce(r.purpose, '') as purpose, coalesce(r.account_text, '') as "accountText",
      coalesce(r.account_numbers, '{}') as "accountNumbers", o.outcome, o.reason, o.account_number as "accountNumber",
      o.act_number as "actNumber", o.order_id as "orderId", o.payment_id as "paymentId",
      o.outcome = 'foreign' or (o.outcome = 'matched' and exists (
        select from billing.payment p where p.account_number = o.account_number and p.payment_id = o.payment_id
          and p.state = 'matched')) as "canUndo"
    from billing.bank_statement_outcome o
    join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
    where ${rest}`.execute(db);
  return rows;
}

/** Rows of a statement of which the same became, after a line. `query`: letters of the purpose, the payer or the account. */
export function listRows(
  db: BillingDatabase,
  asked: {
    readonly statementNumber: number;
    readonly outcome: Outcome;
    readonly after: number;
    readonly limit: number;
    readonly query: string | undefined;
  },
): Promise<readonly StoredStatementRow[]> {
  const letters = tidyText(asked.query ?? '').toLowerCase();
  const matches =
    letters === ''
      ? sql`true`
      : sql`strpos(lower(concat_ws(' ', r.purpose, r.payer, r.account_text, o.account_number)), ${letters}) > 0`;
  return list(
    db,
    sql`o.statement_number = ${asked.statementNumber} and o.outcome = ${asked.outcome} and o.line > ${asked.after}
      and ${matches} order by o.line limit ${asked.limit}`,
  );
}

/** A row, held until the transaction ends. */
export async function lockRow(
  db: BillingDatabase,
  statementNumber: number,
  line: number,
): Promise<StoredStatementRow | undefined> {
  const rows = await list(
    db,
    sql`o.statement_number = ${statementNumber} and o.line = ${line} for update of o`,
  );
  return rows[0];
}

/** What becomes of a row by an operator. */
export interface NewOutcome {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly accountNumber?: string;
  readonly actNumber?: string | null;
  /** The order that landed by the row. */
  readonly orderId?: string;
  readonly paymentId?: string;
}

/** Moves a row, which must be locked, with the totals of its statement. */
export async function moveRow(
  db: BillingDatabase,
  statementNumber: number,
  row: StoredStatementRow,
  next: NewOutcome,
): Promise<void> {
  const count = (outcome: Outcome) => sql.ref(`${outcome}_count`);
  const sum = (outcome: Outcome) => sql.ref(`${outcome}_kopiykas`);
  await sql`
    with moved as (
      update billing.bank_statement_outcome set outcome = ${next.outcome}, reason = ${next.reason},
        account_number = ${next.accountNumber ?? null}, act_number = ${next.actNumber ?? null},
        order_id = ${next.orderId ?? null}, payment_id = ${next.paymentId ?? null}
      where statement_number = ${statementNumber} and line = ${row.line}
    )
    update billing.bank_statement set
      ${count(row.outcome)} = ${count(row.outcome)} - 1, ${sum(row.outcome)} = ${sum(row.outcome)} - ${row.amount},
      ${count(next.outcome)} = ${count(next.outcome)} + 1, ${sum(next.outcome)} = ${sum(next.outcome)} + ${row.amount}
    where statement_number = ${statementNumber}`.execute(db);
}

/** A row as function modules answer it. */
export function toRowData(row: StoredStatementRow): StatementRowData {
  const { line, paidOn, amount, payer, purpose, accountText, outcome, reason } = row;
  const { accountNumber, actNumber, orderId, canUndo } = row;
  return {
    line,
    paidOn,
    sum: moneyToWire(amount),
    payer,
    purpose,
    accountText,
    outcome,
    reason,
    accountNumber,
    actNumber,
    orderId,
    canUndo,
  };
}
