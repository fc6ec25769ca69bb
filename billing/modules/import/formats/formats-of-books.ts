import {
  accountNumber,
  choice,
  date,
  dialValue,
  eicCode,
  energy,
  id,
  instant,
  integer,
  jsonObject,
  money,
  period,
  price,
  text,
  unscaled,
  wholeNumber,
  yesNo,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

/*
 * Books as an export writes them: months that are closed, and what was charged, booked and billed. A folder with periods.csv has
 * them all; its months are loaded as they were closed, and nothing of them is calculated (decision 0181).
 */

const zone = choice(['single', 'day', 'night', 'peak', 'halfPeak']);
const basis = choice(['actual', 'brought', 'estimated']);
const sum = money('negative');

const ledgerAccounts = choice([
  'receivable',
  'actReceivable',
  'reactiveReceivable',
  'revenue',
  'actRevenue',
  'reactiveRevenue',
  'inTransit',
  'bank',
  'operatorBank',
  'opening',
  'benefit',
  'correction',
  'compensation',
]);

/** A value that may not stand before another one of the row. */
function notBefore(row: Row, column: string, earlier: string): RowProblem[] {
  const value = row[column] ?? '';
  return value !== '' && value < (row[earlier] ?? '') ? [{ column, code: 'dates.order' }] : [];
}

const periodFormat: FileFormat = {
  file: 'periods.csv',
  stage: 'stage_period',
  optional: true,
  columns: {
    period: required(period),
    started_at: optional(instant),
    closed_at: optional(instant),
  },
  checkRow: (row) =>
    row.closed_at && !row.started_at ? [{ column: 'started_at', code: 'value.required' }] : [],
};

/** Changes of the supplier's rules, by the moment from which they count. */
const ruleChangeFormat: FileFormat = {
  file: 'rule-changes.csv',
  stage: 'stage_rule_change',
  optional: true,
  columns: {
    number: required(integer(1, 999_999_999)),
    valid_from: required(instant),
    values: required(jsonObject),
    before: required(jsonObject),
    reason: required(text(2000)),
    author: required(text(200)),
    saved_at: required(instant),
  },
};

const accountTariffFormat: FileFormat = {
  file: 'account-tariffs.csv',
  stage: 'stage_account_tariff',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    valid_from: required(date),
    tariff_code: required(text(40)),
  },
};

/** What a metering point was, by the days from which it counts; an empty value is as before. */
const pointVersionFormat: FileFormat = {
  file: 'point-versions.csv',
  stage: 'stage_point_version',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    valid_from: required(date),
    point_state: optional(choice(['active', 'takenByOperator', 'substation', 'commercial', 'disabled'])),
    contracted_power_watts: optional(integer(1, 999_999_999)),
  },
};

const needReason: readonly string[] = ['correction', 'compensation'];

const ledgerEntryFormat: FileFormat = {
  file: 'ledger-entries.csv',
  stage: 'stage_ledger_entry',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    entry_id: required(id),
    kind: required(
      choice([
        'opening',
        'charge',
        'recalculation',
        'payment',
        'landing',
        'act',
        'benefit',
        'reversal',
        'correction',
        'compensation',
        'reactive',
        'reactivePayment',
      ]),
    ),
    debit: required(ledgerAccounts),
    credit: required(ledgerAccounts),
    amount: required(money('positive')),
    posted_at: required(instant),
    payment_reference: optional(text(60)),
    payment_part: optional(integer(1, 20)),
    act_number: optional(text(40)),
    reverses_entry_id: optional(id),
    reason: optional(text(2000)),
  },
  checkRow: (row) => [
    ...(row.debit === row.credit ? [{ column: 'credit', code: 'value.choice' } as const] : []),
    ...(needReason.includes(row.kind ?? '') && row.reason === ''
      ? [{ column: 'reason', code: 'value.required' } as const]
      : []),
    ...((row.payment_reference === '') === (row.payment_part === '')
      ? []
      : [{ column: 'payment_part', code: 'value.required' } as const]),
  ],
};

const billFormat: FileFormat = {
  file: 'bills.csv',
  stage: 'stage_bill',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    bill_number: required(text(60)),
    issued_on: required(date),
    due_on: required(date),
    opening: required(sum),
    charged: required(sum),
    recalculated: required(sum),
    benefits: required(sum),
    corrected: required(sum),
    paid: required(sum),
    closing: required(sum),
    energy_kwh: required(energy),
    is_estimated: required(yesNo),
  },
};

const billLineFormat: FileFormat = {
  file: 'bill-lines.csv',
  stage: 'stage_bill_line',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    line_number: required(integer(1, 9_999)),
    kind: required(choice(['energy', 'recalculation', 'benefit'])),
    zone: required(zone),
    block_index: required(integer(0, 9_999)),
    from_date: required(date),
    to_date: required(date),
    energy_kwh: required(energy),
    price: required(price('zero')),
    coefficient: required({ ...wholeNumber, written: unscaled(3), parse: thousandths }),
    amount: required(sum),
    tariff_valid_from: required(date),
    is_estimated: required(yesNo),
  },
};

/** A number from 0 with at most three decimals, in thousandths. */
function thousandths(value: string): string | undefined {
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(value) ?? [];
  return whole === '' ? undefined : String(Number(whole + rest.padEnd(3, '0')));
}

/** What registers counted in closed months; with booked_period what a recalculation found later. */
const consumptionFormat: FileFormat = {
  file: 'consumption.csv',
  stage: 'stage_consumption',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    serial_number: required(text(30)),
    installed_on: required(date),
    zone: required(zone),
    booked_period: optional(period),
    from_date: required(date),
    to_date: required(date),
    opening_value: required(dialValue),
    closing_value: required(dialValue),
    energy_kwh: required(energy),
    basis: required(basis),
    overestimated_kwh: optional(energy),
    average_ground: optional(choice(['lastYear', 'lastActual', 'norm'])),
    is_review_pending: optional(yesNo),
  },
  checkRow(row) {
    const isRevision = row.booked_period !== '';
    const ofCharged = ['overestimated_kwh', 'average_ground'].filter(
      (column) => isRevision && row[column] !== '',
    );
    return [
      ...ofCharged.map((column): RowProblem => ({ column, code: 'value.notWanted' })),
      ...notBefore(row, 'to_date', 'from_date'),
      ...(!isRevision && row.to_date === row.from_date
        ? [{ column: 'to_date', code: 'dates.order' } as const]
        : []),
      ...(isRevision && (row.booked_period ?? '') <= (row.period ?? '')
        ? [{ column: 'booked_period', code: 'dates.order' } as const]
        : []),
    ];
  },
};

/** What asks for months to be charged again; without booked_period it was not done yet. */
const recalculationRequestFormat: FileFormat = {
  file: 'recalculation-requests.csv',
  stage: 'stage_recalculation_request',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    request_id: required(id),
    from_period: required(period),
    cause: required(choice(['lateReading', 'masterDataChange', 'tariffChange'])),
    requested_at: required(instant),
    booked_period: optional(period),
  },
};

const payee = choice(['supplier', 'operator']);

const invoiceFormat: FileFormat = {
  file: 'invoices.csv',
  stage: 'stage_invoice',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    payee: required(payee),
    invoice_number: required(text(60)),
    act_number: required(text(60)),
    issued_on: required(date),
    due_on: required(date),
    quantity: required(wholeNumber),
    price_base: required(choice(['net', 'gross'])),
    net: required(sum),
    vat: required(sum),
    gross: required(sum),
    adjustment_net: required(sum),
  },
};

const invoiceLineFormat: FileFormat = {
  file: 'invoice-lines.csv',
  stage: 'stage_invoice_line',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    payee: required(payee),
    line_number: required(integer(1, 999_999)),
    kind: required(choice(['energy', 'adjustment', 'reactiveConsumed', 'reactiveCompensation'])),
    eic_code: optional({ ...eicCode, empty: '' }),
    component: required(
      choice([
        'dayAhead',
        'margin',
        'purchase',
        'universalTariff',
        'transmission',
        'distribution',
        'fixed',
        'allIn',
        'reactive',
      ]),
    ),
    for_period: required(period),
    quantity: required(wholeNumber),
    price: required(price('zero')),
    price_from: optional(date),
    source: optional(text(500)),
    amount: required(sum),
    equivalent: optional({ ...wholeNumber, written: unscaled(6), parse: millionths }),
  },
  checkRow: (row) =>
    (row.for_period ?? '') > (row.period ?? '') ? [{ column: 'for_period', code: 'dates.order' }] : [],
};

/** A number from 0 with at most six decimals, in millionths. */
function millionths(value: string): string | undefined {
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(value) ?? [];
  return whole === '' ? undefined : String(Number(whole + rest.padEnd(6, '0')));
}

const kwh = integer(0, 999_999_999);

/** What points of contracts counted in closed months; with booked_period what a recalculation found later. */
const invoiceQuantityFormat: FileFormat = {
  file: 'invoice-quantities.csv',
  stage: 'stage_invoice_quantity',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    eic_code: required(eicCode),
    booked_period: optional(period),
    metered_kwh: required(kwh),
    loss_kwh: required(kwh),
    sub_loss_kwh: required(kwh),
    sub_kwh: required(kwh),
    billed_kwh: required(kwh),
    reactive_import_kvarh: required(kwh),
    reactive_export_kvarh: required(kwh),
    is_held: required(yesNo),
  },
  checkRow: (row) =>
    row.booked_period && row.booked_period <= (row.period ?? '')
      ? [{ column: 'booked_period', code: 'dates.order' }]
      : [],
};

const plannedPaymentFormat: FileFormat = {
  file: 'planned-payments.csv',
  stage: 'stage_planned_payment',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    period: required(period),
    part_number: required(integer(1, 3)),
    due_on: required(date),
    amount: required(money('positive')),
    declared_kwh: optional(kwh),
    undeclared_kwh: optional(kwh),
  },
  checkRow: (row) =>
    (row.declared_kwh === '') === (row.undeclared_kwh === '')
      ? []
      : [{ column: 'undeclared_kwh', code: 'value.required' }],
};

/** The files of books, in the order in which their rows need each other. */
export const bookFormats: readonly FileFormat[] = [
  periodFormat,
  ruleChangeFormat,
  accountTariffFormat,
  pointVersionFormat,
  ledgerEntryFormat,
  billFormat,
  billLineFormat,
  consumptionFormat,
  recalculationRequestFormat,
  invoiceFormat,
  invoiceLineFormat,
  invoiceQuantityFormat,
  plannedPaymentFormat,
];
