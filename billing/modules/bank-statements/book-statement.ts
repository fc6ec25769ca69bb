import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { postingPeriod } from '#billing/modules/ledger/public.ts';
import { type ActKey, settleActs } from '#billing/modules/violation-acts/public.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { bookDirect, bookOrders } from './rows/book-rows.ts';
import {
  inRange,
  lockNamedActs,
  lockNamedOrders,
  type OutcomeTotal,
  outcomeSql,
  type RowRange,
} from './rows/match-rows.ts';
import type { StatementRun } from './statement-run.ts';
import type { Statement } from './statement-store.ts';

/** Measured: smaller chunks plan too often, larger ones are no faster and hold orders longer. */
const CHUNK_SIZE = 20_000;

/** The acts that rows of a range paid for. */
async function listPaidActs(db: BillingDatabase, range: RowRange): Promise<readonly ActKey[]> {
  const { rows } = await typedSql<ActKey>({ accountNumber: text(), actNumber: text() })`
    select o.account_number as "accountNumber", o.act_number as "actNumber" from billing.bank_statement_outcome o
    where ${inRange(range, 'o')} and o.act_number is not null and o.outcome = 'matched'
    union
    select p.account_number, p.act_number from billing.bank_statement_outcome o join billing.payment p on p.order_id = o.order_id
    where ${inRange(range, 'o')} and o.order_id is not null and p.act_number is not null`.execute(db);
  return rows;
}

async function addTotals(
  db: BillingDatabase,
  { statementNumber, through }: RowRange,
  totals: readonly OutcomeTotal[],
): Promise<void> {
  const of = (outcome: OutcomeTotal['outcome']) => {
    const found = totals.find((total) => total.outcome === outcome);
    return { count: found?.count ?? 0, kopiykas: found?.kopiykas ?? 0n };
  };
  const [matched, duplicate, unmatched] = [of('matched'), of('duplicate'), of('unmatched')];
  await sql`
    update billing.bank_statement set booked_through = ${through},
      matched_count = matched_count + ${matched.count}, matched_kopiykas = matched_kopiykas + ${matched.kopiykas},
      duplicate_count = duplicate_count + ${duplicate.count},
      duplicate_kopiykas = duplicate_kopiykas + ${duplicate.kopiykas},
      unmatched_count = unmatched_count + ${unmatched.count},
      unmatched_kopiykas = unmatched_kopiykas + ${unmatched.kopiykas}
    where statement_number = ${statementNumber}`.execute(db);
}

/** Checks and books a chunk in one transaction that also says how far the statement came. */
async function bookChunk(work: StatementRun, statement: Statement, range: RowRange): Promise<number> {
  return work.db.transaction().execute(async (transaction) => {
    const now = work.clock.now();
    const { actor, reference } = statement;
    // A plan for any rows would be one for a few.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(transaction);
    await lockNamedOrders(range).execute(transaction);
    await lockNamedActs(range).execute(transaction);
    const hasRowIds = statement.settings.columns.rowId !== undefined;
    const { rows: totals } = await outcomeSql({ ...range, hasRowIds }).execute(transaction);
    if (totals.some(({ outcome }) => outcome === 'matched')) {
      const period = await postingPeriod(transaction, now);
      const booking = { ...range, actor, reference, now, period };
      await bookDirect(booking).execute(transaction);
      await bookOrders(booking).execute(transaction);
      await settleActs(transaction, await listPaidActs(transaction, range), booking);
    }
    await addTotals(transaction, range, totals);
    return totals.reduce((sum, { count }) => sum + count, 0);
  });
}

async function lastLineOf(db: BillingDatabase, statementNumber: number): Promise<number> {
  const { rows } = await typedSql({ line: nullable(int4()) })`
    select max(line) as line from billing.bank_statement_row where statement_number = ${statementNumber}`.execute(
    db,
  );
  return rows[0]?.line ?? 0;
}

/**
 * Ends a statement; and finds for what nobody knows accounts on whose last bill exactly as much is owed, in one pass. A sum
 * that stands on more than a few bills says nothing.
 */
async function finish(db: BillingDatabase, statementNumber: number, now: Instant): Promise<void> {
  await sql`
    with waiting as (
      select o.line, r.amount_kopiykas from billing.bank_statement_outcome o
      join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
      where o.statement_number = ${statementNumber} and o.outcome = 'unmatched' and r.amount_kopiykas > 0
    ), owed as (
      select b.account_number, b.closing_kopiykas, count(*) over (partition by b.closing_kopiykas) as bill_count
      from billing.bill b
      where exists (select from waiting)
        and b.period = (select max(period) from billing.period where state = 'closed')
        and b.closing_kopiykas in (select amount_kopiykas from waiting)
    ), kept as (
      insert into billing.bank_statement_same_sum (statement_number, line, account_number)
      select ${statementNumber}, w.line, owed.account_number from waiting w
      join owed on owed.closing_kopiykas = w.amount_kopiykas and owed.bill_count <= 3
      on conflict do nothing
    )
    update billing.bank_statement set state = 'done', finished_at = ${instantToIso(now)}::timestamptz
    where statement_number = ${statementNumber}`.execute(db);
}

/**
 * Books a statement that was read, from the row where it stopped; chunks are transactions, so that it may be cut off at any
 * point and gone on with. 'interrupted': by the signal.
 */
export async function bookStatement(
  work: StatementRun,
  statement: Statement,
): Promise<'done' | 'interrupted'> {
  const { db, signal, onProgress, chunkSize = CHUNK_SIZE } = work;
  const { statementNumber, rowCount } = statement;
  const last = await lastLineOf(db, statementNumber);
  let done =
    statement.matchedCount + statement.duplicateCount + statement.unmatchedCount + statement.foreignCount;
  for (let after = statement.bookedThrough; after < last; ) {
    if (signal?.aborted) return 'interrupted';
    const through = Math.min(after + chunkSize, last);
    done += await bookChunk(work, statement, { statementNumber, after, through });
    onProgress?.({ step: 'booking', done, total: rowCount });
    after = through;
  }
  await finish(db, statementNumber, work.clock.now());
  return 'done';
}
