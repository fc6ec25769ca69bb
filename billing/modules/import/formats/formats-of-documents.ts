import { accountNumber, type ColumnKind, choice, date, money, period, text } from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

const signedKwh: ColumnKind = {
  sqlType: 'bigint',
  code: 'value.kwh',
  parse: (value) => (/^-?\d{1,9}$/.test(value) ? String(Number(value)) : undefined),
};

/** Values that rows of one kind want and others do not take. */
function wantedWhen(row: Row, isWanted: boolean, columns: readonly string[]): RowProblem[] {
  return columns
    .filter((column) => (row[column] !== '') !== isWanted)
    .map((column) => ({ column, code: isWanted ? 'value.required' : 'value.notWanted' }));
}

function checkTaxInvoice(row: Row): RowProblem[] {
  const isAdjustment = row.kind === 'adjustment';
  const problems = [
    ...wantedWhen(row, isAdjustment, ['adjusted_number', 'adjusted_on']),
    ...(isAdjustment ? [] : wantedWhen(row, false, ['reason'])),
    ...wantedWhen(row, row.registration === 'registered', ['registration_number', 'registered_on']),
  ];
  for (const column of isAdjustment ? [] : ['net', 'vat', 'quantity_kwh'])
    if (row[column]?.startsWith('-')) problems.push({ column, code: 'value.notWanted' });
  if (row.registered_on && row.registered_on < (row.issued_on ?? ''))
    problems.push({ column: 'registered_on', code: 'dates.order' });
  return problems;
}

/** Tax invoices of legal entities and their adjustments, as the accounting program made and registered them. */
export const taxInvoiceFormat: FileFormat = {
  file: 'tax-invoices.csv',
  stage: 'stage_tax_invoice',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    issued_on: required(date),
    number: required(text(30)),
    period: required(period),
    kind: optional(choice(['invoice', 'adjustment'], 'invoice')),
    adjusted_number: optional(text(30)),
    adjusted_on: optional(date),
    reason: optional(text(200)),
    quantity_kwh: required(signedKwh),
    net: required(money('negative')),
    vat: required(money('negative')),
    registration: optional(
      choice(['unregistered', 'sent', 'registered', 'stopped', 'rejected'], 'unregistered'),
    ),
    registration_number: optional(text(40)),
    registered_on: optional(date),
  },
  checkRow: checkTaxInvoice,
};
