import type { ExportedRows } from './exported-rows.ts';

const counted = `metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh, reactive_export_kvarh,
  is_held`;
const consumed = 'from_date, to_date, opening_value, closing_value, energy_wh as energy_kwh, basis';

/** Months, and what was measured, charged and billed in them. */
export const bookRows: readonly ExportedRows[] = [
  {
    file: 'periods.csv',
    rows: 'select period, started_at, closed_at from billing.period',
    key: ['period'],
  },
  {
    file: 'bills.csv',
    rows: `select account_number, period, bill_number, issued_on, due_on, opening_kopiykas as opening, charged_kopiykas as charged,
        recalculated_kopiykas as recalculated, benefit_kopiykas as benefits, corrected_kopiykas as corrected,
        paid_kopiykas as paid, closing_kopiykas as closing, energy_wh as energy_kwh, is_estimated
      from billing.bill`,
    key: ['account_number', 'period'],
    sums: ['charged', 'recalculated', 'benefits', 'corrected', 'paid', 'closing'],
  },
  {
    file: 'bill-lines.csv',
    rows: `select account_number, period, line_number, kind, zone, block_index, from_date, to_date, energy_wh as energy_kwh,
        price_micro as price, coefficient, amount_kopiykas as amount, tariff_valid_from, is_estimated
      from billing.charge_line`,
    key: ['account_number', 'period', 'line_number'],
    sums: ['amount'],
  },
  {
    file: 'consumption.csv',
    rows: `select account_number, period, serial_number, installed_on, zone, booked_period, ${consumed}, overestimated_kwh,
        average_ground, is_review_pending
      from (
        select account_number, period, meter_id, zone, null as booked_period, ${consumed.replace(' as energy_kwh', '')},
          overestimated_wh as overestimated_kwh, average_ground, is_review_pending
        from billing.consumption
        union all
        select account_number, period, meter_id, zone, booked_period, ${consumed.replace(' as energy_kwh', '')}, null, null, false
        from billing.consumption_revision) c join billing.meter using (account_number, meter_id)`,
    key: ['account_number', 'period', 'serial_number', 'installed_on', 'zone', 'booked_period'],
  },
  {
    file: 'recalculation-requests.csv',
    rows: `select account_number, request_id, from_period, cause, requested_at, booked_period
      from billing.recalculation_request`,
    key: ['account_number', 'request_id'],
  },
  {
    file: 'invoices.csv',
    rows: `select account_number, period, payee, invoice_number, act_number, issued_on, due_on, quantity, price_base,
        net_kopiykas as net, vat_kopiykas as vat, gross_kopiykas as gross, adjustment_net_kopiykas as adjustment_net
      from billing.invoice`,
    key: ['account_number', 'period', 'payee'],
    sums: ['net', 'vat', 'gross'],
  },
  {
    file: 'invoice-lines.csv',
    rows: `select account_number, period, payee, line_number, kind, eic_code, component, for_period, quantity, price_micro as price,
        price_from, source, amount_kopiykas as amount, equivalent_micro as equivalent
      from billing.invoice_line`,
    key: ['account_number', 'period', 'payee', 'line_number'],
    sums: ['amount'],
  },
  {
    file: 'invoice-quantities.csv',
    rows: `select account_number, period, eic_code, null as booked_period, ${counted} from billing.invoice_quantity
      union all
      select account_number, period, eic_code, booked_period, ${counted} from billing.invoice_quantity_revision`,
    key: ['account_number', 'period', 'eic_code', 'booked_period'],
  },
  {
    file: 'planned-payments.csv',
    rows: `select account_number, period, part_number, due_on, amount_kopiykas as amount, declared_kwh, undeclared_kwh
      from billing.planned_payment`,
    key: ['account_number', 'period', 'part_number'],
    sums: ['amount'],
  },
];
