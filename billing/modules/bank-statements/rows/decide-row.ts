import { sql } from 'kysely';
import {
  BANK_STATEMENT_ASSIGN,
  BANK_STATEMENT_FOREIGN,
  BANK_STATEMENT_REVERSE,
  BANK_STATEMENT_UNDO,
} from '#billing/api/bank-statements.ts';
import { type ModuleInput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, auditInsert } from '#billing/modules/events/public.ts';
import { postingPeriod } from '#billing/modules/ledger/public.ts';
import { bookReturned, lockOrderOf, movePayments } from '#billing/modules/payments/public.ts';
import { type ActKey, lockActs, owedForActs, settleActs } from '#billing/modules/violation-acts/public.ts';
import { moneyToWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { bool, typedSql } from '#platform/database/typed-sql.ts';
import { newId, uuidOfName } from '#platform/uuid.ts';
import { bookDirect } from './book-rows.ts';
import { type DecidedRow, decidedRow } from './decided-row.ts';
import { lockRow, moveRow, type StoredStatementRow } from './row-store.ts';

const outcomeAfter = {
  assigned: 'matched',
  foreign: 'foreign',
  reversed: 'foreign',
  undone: 'unmatched',
} as const;

/** Who decided what of a row. `accountNumber`: that it was given to. */
export async function auditRow(
  db: BillingDatabase,
  decision: {
    readonly kind: keyof typeof outcomeAfter;
    readonly statementNumber: number;
    readonly row: StoredStatementRow;
    readonly accountNumber?: string;
  },
  by: AuditOrigin,
  now: Instant,
): Promise<void> {
  const { kind, statementNumber, row, accountNumber = row.accountNumber ?? '' } = decision;
  const outcome = outcomeAfter[kind];
  const payload = { statement: statementNumber, line: row.line, sum: moneyToWire(row.amount), outcome };
  const before = { outcome: row.outcome };
  const change = { accountNumber, kind: `statement.${kind}`, payload, before };
  await auditInsert(by, [change], now).execute(db);
}

/** Why an act can't take the sum of a row; undefined: it can. */
async function isOwed(db: BillingDatabase, act: ActKey, row: StoredStatementRow): Promise<boolean> {
  await lockActs(db, [act]);
  const { rows } = await owedForActs([act]).execute(db);
  return (rows[0]?.owedKopiykas ?? 0n) >= row.amount;
}

/** What was taken back says no more whom its payer pays for. */
async function deletePayer(db: BillingDatabase, { payer, accountNumber }: StoredStatementRow): Promise<void> {
  await sql`
    delete from billing.bank_statement_payer
    where payer_key = hashtextextended(${payer}, 0) and account_number = ${accountNumber}`.execute(db);
}

/** The names of payments are request ids. */
const requestSpace = '0199f3a0-5d1c-7c35-9f5e-6d1d3c1b7a11';

/** Whether the payment of a request id books what is asked for; undefined: there is none. Waits for one under way. */
async function repeatsAssignment(
  db: BillingDatabase,
  paymentId: string,
  asked: ModuleInput<typeof BANK_STATEMENT_ASSIGN>,
): Promise<boolean | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${paymentId}, 0))`.execute(db);
  const { rows } = await typedSql({ isSame: bool() })`
    select e.evidence @> ${JSON.stringify({ statement: asked.statement, line: asked.line })}::jsonb
      and p.account_number = ${asked.accountNumber} and p.act_number is not distinct from ${asked.actNumber} as "isSame"
    from billing.payment p
    join billing.payment_event e on e.account_number = p.account_number and e.payment_id = p.payment_id and e.event_number = 1
    where p.order_id = ${`bank-${paymentId}`}`.execute(db);
  return rows[0]?.isSame;
}

/**
 * BANK_STATEMENT_ASSIGN: books the row as the statement would have, had it known. The payment is named by the request id: the same
 * request again answers the row as it stands now; with something else it is refused common.requestReused.
 */
export const handleStatementAssign = handleModule(
  BANK_STATEMENT_ASSIGN,
  ({ db, clock }) =>
    async (asked, by): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const { statement: statementNumber, line, accountNumber, actNumber, requestId } = asked;
        const paymentId = requestId === null ? newId() : uuidOfName(requestSpace, requestId);
        if (requestId !== null) {
          const isRepeated = await repeatsAssignment(transaction, paymentId, asked);
          if (isRepeated !== undefined)
            return isRepeated
              ? decidedRow(transaction, statementNumber, line)
              : refuse('common.requestReused');
        }
        const row = await lockRow(transaction, statementNumber, line);
        if (row === undefined) return refuse('common.notFound');
        if (row.outcome !== 'unmatched') return refuse('statements.wrongState');
        if (row.amount < 0n) return refuse('statements.isReversal');
        const account = await transaction
          .selectFrom('billing.account')
          .select('account_number')
          .where('account_number', '=', accountNumber)
          .executeTakeFirst();
        if (account === undefined) return refuse('statements.unknownAccount');
        const acts = actNumber === null ? [] : [{ accountNumber, actNumber }];
        const [act] = acts;
        if (act !== undefined && !(await isOwed(transaction, act, row)))
          return refuse('statements.actNotOwed');
        const now = clock.now();
        const period = await postingPeriod(transaction, now);
        const next = { accountNumber, actNumber, paymentId };
        await moveRow(transaction, statementNumber, row, { outcome: 'matched', reason: 'operator', ...next });
        const range = { statementNumber, after: line - 1, through: line };
        await bookDirect({ ...range, ...by, now, period }).execute(transaction);
        await settleActs(transaction, acts, { ...by, now });
        await auditRow(transaction, { kind: 'assigned', statementNumber, row, accountNumber }, by, now);
        return decidedRow(transaction, statementNumber, line);
      }),
);

/** BANK_STATEMENT_FOREIGN. */
export const handleStatementForeign = handleModule(
  BANK_STATEMENT_FOREIGN,
  ({ db, clock }) =>
    async ({ statement: statementNumber, line }, by): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const row = await lockRow(transaction, statementNumber, line);
        if (row === undefined) return refuse('common.notFound');
        if (row.outcome !== 'unmatched') return refuse('statements.wrongState');
        await moveRow(transaction, statementNumber, row, { outcome: 'foreign', reason: '' });
        await auditRow(transaction, { kind: 'foreign', statementNumber, row }, by, clock.now());
        return decidedRow(transaction, statementNumber, line);
      }),
);

/** Takes back what a matched row booked; false: an order proves the payment, or its money went another way since. */
async function takeBack(
  db: BillingDatabase,
  statementNumber: number,
  row: StoredStatementRow,
  by: AuditOrigin & { readonly now: Instant },
): Promise<boolean> {
  if (row.accountNumber === null || row.paymentId === null) return false;
  const payments = await lockOrderOf(db, row.accountNumber, row.paymentId);
  if (payments[0]?.state !== 'matched') return false;
  await bookReturned(db, payments, by);
  const evidence = { statement: statementNumber, line: row.line, undone: true };
  const moves = payments.map((payment) => ({ payment, to: ['reversed'], evidence }) as const);
  await movePayments(db, moves, by, by.now);
  return true;
}

/**
 * BANK_STATEMENT_UNDO: entries are reversed, the payment stays as reversed. What an order proves can't be taken back here, nor
 * money that went another way since.
 */
export const handleStatementUndo = handleModule(
  BANK_STATEMENT_UNDO,
  ({ db, clock }) =>
    async ({ statement: statementNumber, line }, by): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const row = await lockRow(transaction, statementNumber, line);
        if (row === undefined) return refuse('common.notFound');
        if (row.outcome !== 'matched' && row.outcome !== 'foreign') return refuse('statements.wrongState');
        const now = clock.now();
        if (row.outcome === 'matched' && !(await takeBack(transaction, statementNumber, row, { ...by, now })))
          return refuse('statements.notUndoable');
        await deletePayer(transaction, row);
        const reason = row.amount < 0n ? 'row.reversal' : 'undone';
        await moveRow(transaction, statementNumber, row, { outcome: 'unmatched', reason });
        await auditRow(transaction, { kind: 'undone', statementNumber, row }, by, now);
        return decidedRow(transaction, statementNumber, line);
      }),
);

/**
 * BANK_STATEMENT_REVERSE: the bank took the money of a row back. What that row booked is reversed, and neither row waits any longer.
 * Of both the lower one is locked first.
 */
export const handleStatementReverse = handleModule(
  BANK_STATEMENT_REVERSE,
  ({ db, clock }) =>
    async ({ statement, line, ofStatement, ofLine }, by): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const places = [
          { statement, line },
          { statement: ofStatement, line: ofLine },
        ].sort((a, b) => a.statement - b.statement || a.line - b.line);
        const rows = new Map<string, StoredStatementRow>();
        for (const place of places) {
          const row = await lockRow(transaction, place.statement, place.line);
          if (row === undefined) return refuse('common.notFound');
          rows.set(`${place.statement} ${place.line}`, row);
        }
        const reversal = rows.get(`${statement} ${line}`) as StoredStatementRow;
        const reversed = rows.get(`${ofStatement} ${ofLine}`) as StoredStatementRow;
        const isOpen = reversal.outcome === 'unmatched' && reversal.amount < 0n;
        if (!isOpen || reversed.outcome === 'duplicate') return refuse('statements.wrongState');
        if (reversed.amount !== -reversal.amount) return refuse('statements.reversalAmount');
        const now = clock.now();
        if (
          reversed.outcome === 'matched' &&
          !(await takeBack(transaction, ofStatement, reversed, { ...by, now }))
        )
          return refuse('statements.notUndoable');
        for (const [statementNumber, row] of [
          [ofStatement, reversed],
          [statement, reversal],
        ] as const) {
          await moveRow(transaction, statementNumber, row, { outcome: 'foreign', reason: 'reversed' });
          await auditRow(transaction, { kind: 'reversed', statementNumber, row }, by, now);
        }
        await deletePayer(transaction, reversed);
        return decidedRow(transaction, statement, line);
      }),
);
