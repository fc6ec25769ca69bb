import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { encodeWindows1251 } from '#domain/payments/windows-1251.ts';
import { connectDatabase } from '#platform/database/database.ts';
import {
  type ImportStatementRequest,
  type ImportStatementResult,
  importStatement,
} from '../import-statement.ts';
import { shippedFormats } from '../parse/shipped-formats.template.ts';
import type { Statement } from '../statement-store.ts';

/** A row of a kiosk network's statement; defaults: an ordinary row. */
export interface KioskRow {
  readonly date?: string;
  readonly sum?: string;
  readonly account?: string;
  readonly payer?: string;
  readonly purpose?: string;
}

/** A row of a bank's statement. */
export interface BankRow {
  readonly date?: string;
  readonly sum?: string;
  readonly type?: string;
  readonly id?: string;
  readonly payer?: string;
  readonly iban?: string;
  readonly purpose?: string;
  readonly currency?: string;
}

/** The file of a kiosk network: UTF-8, commas. */
export function kioskFile(rows: readonly KioskRow[]): string {
  const lines = rows.map(
    ({ date = '2026-11-18', sum = '100.00', account = '', payer = '', purpose = '' }) =>
      `${date},${sum},${account},"${payer.replaceAll('"', '""')}","${purpose.replaceAll('"', '""')}"`,
  );
  return `date,amount,account,payer,comment\n${lines.join('\n')}\n`;
}

let idCounter = 0;

function nextId(): string {
  idCounter += 1;
  return `D${idCounter}`;
}

/** The file of a bank: Windows-1251, semicolons; default of the bank's row number: a new one. */
export function bankFile(rows: readonly BankRow[]): Buffer {
  const lines = rows.map(
    (row) =>
      `${row.date ?? '18.11.2026 10:15:00'};${row.sum ?? '100,00'};${row.currency ?? 'UAH'};${row.type ?? 'кредит'};${
        row.id ?? nextId()
      };${row.payer ?? 'Коваль Олена'};${row.iban ?? ''};${row.purpose ?? ''}`,
  );
  const head = 'Дата операції;Сума;Валюта;Тип;Номер документа;Платник;Рахунок платника;Призначення платежу';
  const bytes = encodeWindows1251(`${head}\r\n${lines.join('\r\n')}\r\n`);
  if (bytes === undefined) throw new Error('not in Windows-1251');
  return Buffer.from(bytes);
}

export interface StatementFixture {
  readonly billing: TestBilling;
  readonly db: BillingDatabase;
  /** Imports a file; throws when it could not be begun. */
  run(
    content: string | Buffer,
    more?: Partial<ImportStatementRequest>,
  ): Promise<{ readonly kind: ImportStatementResult['kind']; readonly statement: Statement }>;
  /** What became of the rows of a statement, in the order of their lines: "matched purpose 2390000001". */
  outcomesOf(statementNumber: number): Promise<string[]>;
  /** Matched, duplicate, unmatched, foreign. */
  countsOf(statement: Statement): number[];
  /** Debt (+) of an account in kopiykas. */
  owedBy(accountNumber: string): Promise<bigint>;
  /** What the books say against themselves. */
  problems(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** A stage with a format 'bank-ids': a bank's statement whose document number is the bank's number of the row. */
export async function startStatementFixture(): Promise<StatementFixture> {
  const billing = await startTestBilling();
  const { db, clock } = billing;
  await makeSupplier(db);
  const [statement] = shippedFormats;
  const columns = { ...statement?.columns, documentNumber: undefined, rowId: 'Номер документа' };
  await sql`insert into billing.bank_statement_format (format_name, settings)
    values ('bank-ids', ${JSON.stringify({ ...statement, name: 'bank-ids', columns })}::jsonb)`.execute(db);
  const connected = connectDatabase<unknown>({ url: billing.url, poolSize: 4 });
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  let files = 0;
  return {
    billing,
    db,
    async run(content, more = {}) {
      files += 1;
      const path = join(folder, `statement-${files}.csv`);
      await writeFile(path, content);
      const formatName = typeof content === 'string' ? 'kiosk-daily' : 'bank-statement';
      const { pool } = connected;
      const request = { db: connected.db as BillingDatabase, pool, clock, path, formatName, isTrial: false };
      const result = await importStatement({ ...request, ...more });
      if (!('statement' in result)) throw new Error(result.kind);
      return result;
    },
    async outcomesOf(statementNumber) {
      const { rows } = await sql<{ summary: string }>`
        select concat_ws(' ', outcome, nullif(reason, ''), account_number, act_number, order_id) as summary
        from billing.bank_statement_outcome where statement_number = ${statementNumber} order by line`.execute(
        db,
      );
      return rows.map(({ summary }) => summary);
    },
    countsOf: ({ matchedCount, duplicateCount, unmatchedCount, foreignCount }) => [
      matchedCount,
      duplicateCount,
      unmatchedCount,
      foreignCount,
    ],
    async owedBy(accountNumber) {
      const { rows } = await sql<{ owed: bigint }>`
        select coalesce(sum(case when debit_account in ('receivable', 'actReceivable') then amount_kopiykas else 0 end
          - case when credit_account in ('receivable', 'actReceivable') then amount_kopiykas else 0 end), 0)::bigint as owed
        from billing.ledger_entry where account_number = ${accountNumber}`.execute(db);
      return rows[0]?.owed ?? 0n;
    },
    problems: async () => [...(await checkLedger(db))],
    async close() {
      await connected.close();
      await billing.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
