import {
  billsFrom,
  bookedRequestsFrom,
  chargeLinesFrom,
  consumptionFrom,
  consumptionRevisionsFrom,
  periodsFrom,
} from '#billing/modules/charges/public.ts';
import {
  invoiceLinesFrom,
  invoiceQuantitiesFrom,
  invoicesFrom,
  plannedPaymentsFrom,
  quantityRevisionsFrom,
} from '#billing/modules/invoices/public.ts';
import { entriesFrom } from '#billing/modules/ledger/public.ts';
import { accountTariffsFrom, pointVersionsFrom } from '#billing/modules/master-data/public.ts';
import { ruleChangesFrom } from '#billing/modules/rules/public.ts';
import type { InsertFrom } from '#platform/database/insert-from.ts';
import type { CrossCheck } from '../cross-check.ts';
import { idOf, type LoadStep } from '../load-steps.ts';

/** Rows of a table of the books, as a file has them. */
interface BookRows {
  readonly file: string;
  readonly stage: string;
  readonly into: InsertFrom;
  /** SQL of the rows with the columns of the table and `line`; rows whose meter, point or payment is unknown are not among them. */
  readonly rows: string;
  /** Columns that name a row. */
  readonly key: readonly string[];
  /** Columns that never change once the row is stored. */
  readonly lasting: readonly string[];
  /** SQL condition of the rows of the stage that are meant; absent: all. */
  readonly which?: string;
}

const byMeter = 'join billing.meter using (account_number, serial_number, installed_on)';
const byPoint = 'join billing.metering_point using (account_number, eic_code)';

const consumed = `account_number, period, meter_id, zone, from_date, to_date, opening_value, closing_value,
  energy_kwh as energy_wh, basis`;
const counted = `account_number, period, eic_code, metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh,
  reactive_import_kvarh, reactive_export_kvarh, is_held`;
const sumsOfConsumption = ['from_date', 'to_date', 'opening_value', 'closing_value', 'energy_wh', 'basis'];
const sumsOfQuantities = [
  'metered_kwh',
  'loss_kwh',
  'sub_loss_kwh',
  'sub_kwh',
  'billed_kwh',
  'reactive_import_kvarh',
  'reactive_export_kvarh',
];

const bookRows: readonly BookRows[] = [
  {
    file: 'periods.csv',
    stage: 'stage_period',
    into: periodsFrom,
    rows: `select line, period, case when closed_at is null then 'open' else 'closed' end as state, started_at, closed_at
      from stage_period where {piece}`,
    key: ['period'],
    lasting: [],
  },
  {
    file: 'rule-changes.csv',
    stage: 'stage_rule_change',
    into: ruleChangesFrom,
    rows: `select line, ${idOf(`'ruleChange:' || number`)} as change_id, number::bigint as saved_number, valid_from, "values",
        before, reason, 'import' as author_id, author as author_name, saved_at
      from stage_rule_change where {piece}`,
    key: ['saved_number'],
    lasting: ['valid_from', '"values"'],
  },
  {
    file: 'account-tariffs.csv',
    stage: 'stage_account_tariff',
    into: accountTariffsFrom,
    rows: 'select line, account_number, valid_from, tariff_code from stage_account_tariff where {piece}',
    key: ['account_number', 'valid_from'],
    lasting: [],
  },
  {
    file: 'point-versions.csv',
    stage: 'stage_point_version',
    into: pointVersionsFrom,
    rows: `select line, account_number, eic_code, valid_from, stage_point_version.point_state,
        stage_point_version.contracted_power_watts
      from stage_point_version ${byPoint} where {piece}`,
    key: ['account_number', 'eic_code', 'valid_from'],
    lasting: [],
  },
  {
    file: 'ledger-entries.csv',
    stage: 'stage_ledger_entry',
    into: entriesFrom,
    rows: `select line, stage_ledger_entry.account_number, period, entry_id, kind, debit as debit_account,
        credit as credit_account, amount as amount_kopiykas, posted_at, payment_id,
        nullif(stage_ledger_entry.act_number, '') as act_number, reverses_entry_id, nullif(reason, '') as reason
      from stage_ledger_entry left join billing.payment on payment.account_number = stage_ledger_entry.account_number
        and payment.order_id = payment_reference and payment.part_number = payment_part
      where (payment_reference = '' or payment_id is not null) and {piece}`,
    key: ['account_number', 'period', 'entry_id'],
    lasting: [
      'kind',
      'debit_account',
      'credit_account',
      'amount_kopiykas',
      'payment_id',
      'act_number',
      'reverses_entry_id',
    ],
  },
  {
    file: 'bills.csv',
    stage: 'stage_bill',
    into: billsFrom,
    rows: `select line, account_number, period, bill_number, issued_on, due_on, opening as opening_kopiykas,
        charged as charged_kopiykas, recalculated as recalculated_kopiykas, benefits as benefit_kopiykas,
        corrected as corrected_kopiykas, paid as paid_kopiykas, closing as closing_kopiykas, energy_kwh as energy_wh,
        is_estimated
      from stage_bill where {piece}`,
    key: ['account_number', 'period'],
    lasting: [
      'bill_number',
      'issued_on',
      'due_on',
      'opening_kopiykas',
      'charged_kopiykas',
      'paid_kopiykas',
      'closing_kopiykas',
      'energy_wh',
    ],
  },
  {
    file: 'bill-lines.csv',
    stage: 'stage_bill_line',
    into: chargeLinesFrom,
    rows: `select line, account_number, period, line_number, kind, zone, block_index, from_date, to_date,
        energy_kwh as energy_wh, price as price_micro, coefficient, amount as amount_kopiykas, tariff_valid_from, is_estimated
      from stage_bill_line where {piece}`,
    key: ['account_number', 'period', 'line_number'],
    lasting: ['kind', 'zone', 'from_date', 'to_date', 'energy_wh', 'price_micro', 'amount_kopiykas'],
  },
  {
    file: 'consumption.csv',
    stage: 'stage_consumption',
    into: consumptionFrom,
    which: 'booked_period is null',
    rows: `select line, ${consumed}, coalesce(overestimated_kwh, 0) as overestimated_wh, average_ground, is_review_pending
      from stage_consumption ${byMeter} join billing.register using (account_number, meter_id, zone)
      where booked_period is null and {piece}`,
    key: ['account_number', 'period', 'meter_id', 'zone'],
    lasting: sumsOfConsumption,
  },
  {
    file: 'consumption.csv',
    stage: 'stage_consumption',
    into: consumptionRevisionsFrom,
    which: 'booked_period is not null',
    rows: `select line, booked_period, ${consumed}
      from stage_consumption ${byMeter} join billing.register using (account_number, meter_id, zone)
      where booked_period is not null and {piece}`,
    key: ['account_number', 'period', 'meter_id', 'zone', 'booked_period'],
    lasting: sumsOfConsumption,
  },
  {
    file: 'recalculation-requests.csv',
    stage: 'stage_recalculation_request',
    into: bookedRequestsFrom,
    rows: `select line, account_number, request_id, from_period, cause, requested_at, booked_period
      from stage_recalculation_request where {piece}`,
    key: ['account_number', 'request_id'],
    lasting: ['from_period', 'cause'],
  },
  {
    file: 'invoices.csv',
    stage: 'stage_invoice',
    into: invoicesFrom,
    rows: `select line, account_number, period, payee, invoice_number, act_number, issued_on, due_on, quantity, price_base,
        net as net_kopiykas, vat as vat_kopiykas, gross as gross_kopiykas, adjustment_net as adjustment_net_kopiykas
      from stage_invoice where {piece}`,
    key: ['account_number', 'period', 'payee'],
    lasting: ['invoice_number', 'quantity', 'net_kopiykas', 'vat_kopiykas', 'gross_kopiykas'],
  },
  {
    file: 'invoice-lines.csv',
    stage: 'stage_invoice_line',
    into: invoiceLinesFrom,
    rows: `select line, account_number, period, payee, line_number, kind, eic_code, component, for_period, quantity,
        price as price_micro, price_from, source, amount as amount_kopiykas, equivalent as equivalent_micro
      from stage_invoice_line where {piece}`,
    key: ['account_number', 'period', 'payee', 'line_number'],
    lasting: ['kind', 'component', 'quantity', 'price_micro', 'amount_kopiykas'],
  },
  {
    file: 'invoice-quantities.csv',
    stage: 'stage_invoice_quantity',
    into: invoiceQuantitiesFrom,
    which: 'booked_period is null',
    rows: `select line, ${counted} from stage_invoice_quantity ${byPoint} where booked_period is null and {piece}`,
    key: ['account_number', 'period', 'eic_code'],
    lasting: sumsOfQuantities,
  },
  {
    file: 'invoice-quantities.csv',
    stage: 'stage_invoice_quantity',
    into: quantityRevisionsFrom,
    which: 'booked_period is not null',
    rows: `select line, booked_period, ${counted} from stage_invoice_quantity ${byPoint}
      where booked_period is not null and {piece}`,
    key: ['account_number', 'period', 'eic_code', 'booked_period'],
    lasting: sumsOfQuantities,
  },
  {
    file: 'planned-payments.csv',
    stage: 'stage_planned_payment',
    into: plannedPaymentsFrom,
    rows: `select line, account_number, period, part_number, due_on, amount as amount_kopiykas, declared_kwh, undeclared_kwh
      from stage_planned_payment where {piece}`,
    key: ['account_number', 'period', 'part_number'],
    lasting: ['due_on', 'amount_kopiykas'],
  },
];

/** Books as they are in the folder, into a database without any; after everything that their rows are about. */
export const bookSteps: readonly LoadStep[] = bookRows.map(({ stage, into, rows }) => ({
  table: into.table.replace('billing.', ''),
  stage,
  sql: into(`(${rows}) row`),
}));

/**
 * Rows of the books that are not stored as the file has them: after loading, those whose meter, point or payment is unknown; in a
 * database that had books before, those that it has not or has otherwise.
 */
export const storedBookChecks = (code: 'reference.unknown' | 'row.differs'): readonly CrossCheck[] =>
  bookRows.map(({ file, stage, into, rows, key, lasting, which = 'true' }) => {
    const same = key.map((column) => `stored.${column} = row.${column}`).join(' and ');
    const values = (alias: string) => `row(${lasting.map((column) => `${alias}.${column}`).join(', ')})`;
    const isSame =
      lasting.length === 0 ? 'true' : `${values('stored')} is not distinct from ${values('row')}`;
    return {
      file,
      sql: `select line, null as column_name, '${code}' as code, '' as value from (
        select line from ${stage} where ${which}
        except
        select row.line from (${rows.replaceAll('{piece}', 'true')}) row join ${into.table} stored on ${same} where ${isSame}) missing`,
    };
  });
