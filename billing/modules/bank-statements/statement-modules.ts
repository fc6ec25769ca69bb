import { sql } from 'kysely';
import {
  BANK_STATEMENT_ADD_PART,
  BANK_STATEMENT_BOOK,
  BANK_STATEMENT_DROP,
  BANK_STATEMENT_FORMATS,
  BANK_STATEMENT_GET,
  BANK_STATEMENT_LIST,
  BANK_STATEMENT_OPEN,
  BANK_STATEMENT_ROWS,
} from '#billing/api/bank-statements.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, insertAudit } from '#billing/modules/events/public.ts';
import type { OrderInTransitData } from '#contract/values/bank-statement.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { date, int4, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import { findFormat, listFormats } from './parse/statement-format.ts';
import { accountDigits, mayBeInTransit } from './rows/decided-row.ts';
import { listRows, toRowData } from './rows/row-store.ts';
import { suggestAccounts, suggestReversible } from './rows/suggest-accounts.ts';
import {
  deleteStatement,
  findStatement,
  insertStatement,
  listStatements,
  type Statement,
  type StatementState,
  toStatementData,
} from './statement-store.ts';
import { askForProcessing } from './statement-worker.ts';

/** Nothing is booked of it, and nobody works on it. */
const droppable: readonly StatementState[] = ['receiving', 'checked', 'refused'];

/** What staff did with a whole statement, by its number and file. `state`: what it is in now; null: it is there no more. */
async function audit(
  db: BillingDatabase,
  {
    kind,
    statement,
    state,
  }: {
    readonly kind: 'opened' | 'booked' | 'dropped';
    readonly statement: Statement;
    readonly state: StatementState | null;
  },
  by: AuditOrigin,
  now: Instant,
): Promise<void> {
  const named = { statement: statement.statementNumber, fileName: statement.fileName };
  const change = {
    accountNumber: '',
    kind: `statement.${kind}`,
    payload: { ...named, state },
    ...(kind !== 'opened' && { before: { ...named, state: statement.state } }),
  };
  await insertAudit(db, by, [change], now);
}

/** BANK_STATEMENT_BOOK: who gives the word is who books. Said twice it is said once. */
export const handleStatementBook = handleModule(
  BANK_STATEMENT_BOOK,
  ({ db, clock }) =>
    async ({ statement: statementNumber }, by) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (statement.state === 'booking' || statement.state === 'done')
          return answer({ statement: toStatementData(statement) });
        if (statement.state !== 'checked') return refuse('statements.wrongState');
        await sql`
          update billing.bank_statement set state = 'booking', actor = ${by.actor}, reference = ${by.reference}
          where statement_number = ${statementNumber}`.execute(transaction);
        await audit(transaction, { kind: 'booked', statement, state: 'booking' }, by, clock.now());
        await askForProcessing(transaction);
        return answer({ statement: toStatementData({ ...statement, state: 'booking' }) });
      }),
);

/** BANK_STATEMENT_DROP. */
export const handleStatementDrop = handleModule(
  BANK_STATEMENT_DROP,
  ({ db, clock }) =>
    async ({ statement: statementNumber }, by) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (!droppable.includes(statement.state)) return refuse('statements.wrongState');
        await deleteStatement(transaction, statementNumber);
        await audit(transaction, { kind: 'dropped', statement, state: null }, by, clock.now());
        return answer({});
      }),
);

/** BANK_STATEMENT_OPEN. */
export const handleStatementOpen = handleModule(
  BANK_STATEMENT_OPEN,
  ({ db, clock }) =>
    async ({ formatName, fileName, byteCount }, by) => {
      const format = await findFormat(db, formatName);
      if (format === undefined) return refuse('common.notFound');
      const now = clock.now();
      return db.transaction().execute(async (transaction) => {
        const opened = { format, fileName, byteCount, by, createdAt: now };
        const statement = await insertStatement(transaction, opened);
        await audit(transaction, { kind: 'opened', statement, state: statement.state }, by, now);
        return answer({ statement: toStatementData(statement) });
      });
    },
);

/** How many parts of a file are there, one after the other from the first. */
async function countParts(db: BillingDatabase, statementNumber: number): Promise<number> {
  const { rows } = await typedSql({ parts: int4() })`
    select coalesce(max(part_number), 0) as parts from billing.bank_statement_part
    where statement_number = ${statementNumber}`.execute(db);
  return rows[0]?.parts ?? 0;
}

/**
 * BANK_STATEMENT_ADD_PART: parts come in turn; one that came already is taken as said. The last one must make the file as long as
 * it was told to be, else something was lost on the way.
 */
export const handleStatementAddPart = handleModule(
  BANK_STATEMENT_ADD_PART,
  ({ db }) =>
    async ({ statement: statementNumber, part: partNumber, content, isLast }) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (statement.state !== 'receiving') return refuse('statements.wrongState');
        const parts = await countParts(transaction, statementNumber);
        if (partNumber <= parts) return answer({ statement: toStatementData(statement) });
        const received = statement.bytesDone + BigInt(content.length);
        const isWhole = isLast ? received === statement.byteCount : received < statement.byteCount;
        if (partNumber !== parts + 1 || !isWhole) return refuse('statements.wrongState');
        await sql`
          with kept as (
            insert into billing.bank_statement_part (statement_number, part_number, content)
            values (${statementNumber}, ${partNumber}, ${Buffer.from(content.buffer, content.byteOffset, content.length)})
          )
          update billing.bank_statement set bytes_done = ${isLast ? 0n : received},
            state = ${isLast ? 'reading' : 'receiving'}
          where statement_number = ${statementNumber}`.execute(transaction);
        if (isLast) await askForProcessing(transaction);
        const after = await findStatement(transaction, statementNumber);
        return answer({ statement: toStatementData(after ?? statement) });
      }),
);

const MOST_OF_A_ROW = 5;

/**
 * Orders on their way whose money rows that wait may be: of the accounts and the acts that a row names, the oldest first. One
 * statement for all rows of a page.
 */
async function suggestOrders(
  db: BillingDatabase,
  statementNumber: number,
  lines: readonly number[],
): Promise<ReadonlyMap<number, readonly OrderInTransitData[]>> {
  const { rows } = await typedSql<Omit<OrderInTransitData, 'sum'> & { line: number; amount: Kopiykas }>({
    paidOn: date(),
    accountNumber: text(),
    orderId: text(),
    provider: text(),
    line: int4(),
    amount: int8(),
  })`
    select r.line, p.order_id as "orderId", min(p.account_number) as "accountNumber", min(p.provider) as provider,
      min((p.confirmed_at at time zone 'Europe/Kyiv')::date) as "paidOn", r.amount_kopiykas as amount
    from billing.bank_statement_row r
    cross join lateral (
      select number from unnest(r.account_numbers || r.own_account) as named (number)
      union
      select a.account_number from billing.violation_act a where upper(a.act_number) = any(r.act_numbers)
    ) named
    join billing.payment p on p.account_number = named.number and ${mayBeInTransit}
    where r.statement_number = ${statementNumber} and r.line = any(${[...lines]}::int[])
    group by r.statement_number, r.line, p.order_id
    order by r.line, min(p.confirmed_at), p.order_id`.execute(db);
  const byLine = new Map<number, OrderInTransitData[]>();
  for (const { line, amount, ...order } of rows) {
    const known = byLine.get(line) ?? [];
    if (known.length < MOST_OF_A_ROW) known.push({ ...order, sum: moneyToWire(amount) });
    byLine.set(line, known);
  }
  return byLine;
}

/** BANK_STATEMENT_FORMATS. */
export const handleStatementFormats = handleModule(
  BANK_STATEMENT_FORMATS,
  ({ db }) =>
    async () =>
      answer({ formats: [...(await listFormats(db))] }),
);

/** BANK_STATEMENT_LIST. */
export const handleStatementList = handleModule(
  BANK_STATEMENT_LIST,
  ({ db }) =>
    async ({ limit, before }) => {
      const statements = await listStatements(db, before, limit + 1);
      return answer({
        statements: statements.slice(0, limit).map(toStatementData),
        hasMore: statements.length > limit,
      });
    },
);

/** BANK_STATEMENT_GET. */
export const handleStatementGet = handleModule(
  BANK_STATEMENT_GET,
  ({ db }) =>
    async ({ statement: statementNumber }) => {
      const statement = await findStatement(db, statementNumber);
      if (statement === undefined) return refuse('common.notFound');
      const { problems, skipped } = statement;
      return answer({
        statement: toStatementData(statement),
        problems: [...problems],
        skipped: [...skipped],
      });
    },
);

/** BANK_STATEMENT_ROWS: only what nobody knows needs suggestions. */
export const handleStatementRows = handleModule(BANK_STATEMENT_ROWS, ({ db }) => async (asked) => {
  const { statement: statementNumber, outcome, after, limit, query } = asked;
  if ((await findStatement(db, statementNumber)) === undefined) return refuse('common.notFound');
  const found = await listRows(db, { statementNumber, outcome, after, query, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const isAsked = outcome === 'unmatched' && rows.length > 0;
  const suggestions = isAsked
    ? await suggestAccounts(db, statementNumber, rows, await accountDigits(db))
    : undefined;
  const lines = rows.map(({ line }) => line);
  const orders = isAsked ? await suggestOrders(db, statementNumber, lines) : undefined;
  const reversible = suggestions && (await suggestReversible(db, rows, suggestions));
  return answer({
    rows: rows.map((row) => ({
      ...toRowData(row),
      suggestions: [...(suggestions?.get(row.line) ?? [])],
      orders: [...(orders?.get(row.line) ?? [])],
      reversible: [...(reversible?.get(row.line) ?? [])],
    })),
    hasMore: found.length > limit,
  });
});
