import { tableOf } from '#domain/table-of.ts';
import { type CrossCheck, repeatedKey, unknownReference } from '../cross-check.ts';
import { bookFormats } from '../formats/formats-of-books.ts';

/** What names a row of a file; the last column is where a repeated one is reported. */
const keys: Readonly<Record<string, readonly string[]>> = tableOf({
  stage_period: ['period'],
  stage_rule_change: ['number'],
  stage_account_tariff: ['account_number', 'valid_from'],
  stage_point_version: ['account_number', 'eic_code', 'valid_from'],
  stage_ledger_entry: ['account_number', 'period', 'entry_id'],
  stage_bill: ['account_number', 'period'],
  stage_bill_line: ['account_number', 'period', 'line_number'],
  stage_consumption: [
    'account_number',
    'serial_number',
    'installed_on',
    'zone',
    "coalesce(booked_period, '')",
    'period',
  ],
  stage_recalculation_request: ['account_number', 'request_id'],
  stage_invoice: ['account_number', 'payee', 'period'],
  stage_invoice_line: ['account_number', 'period', 'payee', 'line_number'],
  stage_invoice_quantity: ['account_number', 'eic_code', "coalesce(booked_period, '')", 'period'],
  stage_planned_payment: ['account_number', 'period', 'part_number'],
});

const ofAccounts = bookFormats.filter(({ columns }) => 'account_number' in columns);

/** Sums of a row that do not make its last one. */
function sumCheck(file: string, stage: string, column: string, sum: string): CrossCheck {
  return {
    file,
    sql: `select line, '${column}' as column_name, 'books.sum' as code, (${column} * 0.01)::numeric(20, 2)::text as value
      from ${stage} where ${column} <> ${sum}`,
  };
}

/** A column that tells what books have of a row: without books nothing would book it. */
function columnOfBooks(file: string, stage: string, column: string): CrossCheck {
  return {
    file,
    sql: `select line, '${column}' as column_name, 'books.noPeriods' as code, ${column}::text as value
      from ${stage} where ${column} is not null and not exists (select from stage_period)`,
  };
}

/** Rows of books: each once, of accounts and documents of the folder, with sums that add up, and never without their months. */
export const bookChecks: readonly CrossCheck[] = [
  ...bookFormats.map(({ file, stage }) => {
    const key = keys[stage] ?? [];
    return repeatedKey(file, stage, key, key.at(-1) ?? 'line');
  }),
  ...ofAccounts.map(({ file, stage }) =>
    unknownReference(file, stage, 'stage_account', ['account_number'], 'account_number'),
  ),
  ...bookFormats
    .filter(({ stage }) => stage !== 'stage_period')
    .map(
      ({ file, stage }): CrossCheck => ({
        file,
        sql: `select null::integer as line, null as column_name, 'books.noPeriods' as code, '' as value
          where exists (select from ${stage}) and not exists (select from stage_period)`,
      }),
    ),
  columnOfBooks('readings.csv', 'stage_reading', 'period'),
  columnOfBooks('payments.csv', 'stage_payment', 'state'),
  columnOfBooks('benefits.csv', 'stage_benefit', 'posting_period'),
  columnOfBooks('benefits.csv', 'stage_benefit', 'entry_id'),
  columnOfBooks('volume-corrections.csv', 'stage_volume_correction', 'booked_period'),
  unknownReference('bill-lines.csv', 'stage_bill_line', 'stage_bill', ['account_number', 'period'], 'period'),
  unknownReference(
    'invoice-lines.csv',
    'stage_invoice_line',
    'stage_invoice',
    ['account_number', 'period', 'payee'],
    'period',
  ),
  unknownReference('bills.csv', 'stage_bill', 'stage_period', ['period'], 'period'),
  sumCheck(
    'bills.csv',
    'stage_bill',
    'closing',
    'opening + charged + recalculated + benefits + corrected - paid',
  ),
  sumCheck('invoices.csv', 'stage_invoice', 'gross', 'net + vat'),
];
