import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { processStatements } from '#billing/modules/bank-statements/statement-worker.ts';
import { type BankRow, bankFile } from '#billing/modules/bank-statements/testing/statement-fixture.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import {
  addStatementPart,
  bookStatement,
  listStatementRows,
  openStatement,
} from '#contract/bank-statements.ts';
import type { Call } from '#contract/define-call.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { TestApp } from '#portal/testing/start-test-app.ts';

/** An administrator of an app who brings statements, and the job that processes them, for all tests of a file. */
export function provideStatementDesk(cabinet: TestApp) {
  let token: string;
  let connected: ReturnType<typeof connectDatabase<unknown>>;
  beforeAll(async () => {
    connected = connectDatabase<unknown>({ url: cabinet.url, poolSize: 4 });
    token = await cabinet.signIn([], 'admin', ['billing']);
  });
  afterAll(() => connected.close());

  const post = <C extends Call>(call: C, payload: object = {}) => cabinet.post(call, { token, ...payload });
  const work = () =>
    processStatements({ db: connected.db as BillingDatabase, pool: connected.pool, clock: cabinet.clock });
  async function open(content: Buffer): Promise<number> {
    const file = { format: 'bank-statement', fileName: 'виписка.csv', byteCount: content.length };
    return (await post(openStatement, file)).body.statement.statement;
  }
  const sendPart = (statement: number, part: number, file: Buffer, isLast: boolean) =>
    post(addStatementPart, { statement, part, file, isLast });
  /** A statement that came in two parts, and was tried. */
  async function upload(rows: readonly BankRow[]): Promise<number> {
    const content = bankFile(rows);
    const statement = await open(content);
    await sendPart(statement, 1, content.subarray(0, 100), false);
    await sendPart(statement, 2, content.subarray(100), true);
    await work();
    return statement;
  }
  async function book(rows: readonly BankRow[]): Promise<number> {
    const statement = await upload(rows);
    await post(bookStatement, { statement });
    await work();
    return statement;
  }
  /** Rows that wait for an operator. */
  const unmatched = async (statement: number, query?: string) =>
    (await post(listStatementRows, { statement, outcome: 'unmatched', ...(query && { query }) })).body.rows;
  /** An account that owes 432.50. */
  async function makeDebtor(): Promise<string> {
    const { accountNumber } = await makeAccount(cabinet.billingDb);
    await makeCharge(cabinet.billingDb, accountNumber, '2026-10', '432.50');
    return accountNumber;
  }
  async function owedBy(accountNumber: string): Promise<bigint> {
    const { rows } = await sql<{ owed: bigint }>`
      select coalesce(sum(case debit_account when 'receivable' then amount_kopiykas else -amount_kopiykas end), 0)::bigint as owed
      from billing.ledger_entry
      where account_number = ${accountNumber} and 'receivable' in (debit_account, credit_account)`.execute(
      cabinet.billingDb,
    );
    return rows[0]?.owed ?? 0n;
  }
  return { post, work, open, sendPart, upload, book, unmatched, makeDebtor, owedBy };
}
