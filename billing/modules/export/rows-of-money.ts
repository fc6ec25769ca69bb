import type { ExportedRows } from './exported-rows.ts';
import { kyivDay } from './rows-of-customers.ts';

const paidOn = `least(${kyivDay('started_at')}, landed_on)`;

/** What was paid, granted and fined, and the ledger with it. */
export const moneyRows: readonly ExportedRows[] = [
  {
    file: 'payments.csv',
    // Orders in which no money moved are none.
    rows: `select order_id as reference, account_number, ${paidOn} as paid_on, landed_on, amount_kopiykas as amount, purpose,
        act_number, provider,
        case when state <> case when landed_on is null then 'confirmed' else 'matched' end then state end as state,
        part_number, part_count, order_kopiykas as order_amount, named_period,
        coalesce(expected_on, landed_on, ${paidOn} + 3) as expected_on,
        coalesce(provider_reference, order_id) as provider_reference
      from billing.payment where state in ('confirmed', 'landed', 'matched', 'reversed', 'refunded')`,
    key: ['reference', 'part_number'],
    sums: ['amount'],
  },
  {
    file: 'violation-acts.csv',
    rows: `select account_number, act_number, drawn_on, state, amount_kopiykas as amount, energy_wh / 1000 as energy_kwh, due_on,
        protocol_number, clause, served_on, hearing_on, protocol_on, period_from, period_to, days, vat_kopiykas as vat, paid_on
      from billing.violation_act`,
    key: ['account_number', 'act_number'],
    sums: ['amount'],
  },
  {
    file: 'benefits.csv',
    rows: `select account_number, period, kind, amount_kopiykas as amount, title, posting_period, benefit_id as entry_id
      from billing.benefit`,
    key: ['account_number', 'period', 'kind'],
    sums: ['amount'],
  },
  {
    file: 'reactive-payments.csv',
    rows: 'select account_number, reference, paid_on, amount_kopiykas as amount from billing.reactive_payment',
    key: ['account_number', 'reference'],
    sums: ['amount'],
  },
  {
    file: 'tax-invoices.csv',
    rows: `select account_number, issued_on, tax_invoice_number as number, period, kind, adjusted_number, adjusted_on,
        adjustment_reason as reason, quantity_kwh, net_kopiykas as net, vat_kopiykas as vat, registration_state as registration,
        registration_number, registered_on
      from billing.tax_invoice`,
    key: ['account_number', 'issued_on', 'number'],
    sums: ['net', 'vat'],
  },
  {
    file: 'ledger-entries.csv',
    rows: `select entry.account_number, entry.period, entry_id, entry.kind, debit_account as debit, credit_account as credit,
        entry.amount_kopiykas as amount, posted_at, payment.order_id as payment_reference,
        payment.part_number as payment_part, entry.act_number, reverses_entry_id, reason
      from billing.ledger_entry entry left join billing.payment
        on payment.account_number = entry.account_number and payment.payment_id = entry.payment_id`,
    key: ['account_number', 'period', 'entry_id'],
    sums: ['amount'],
  },
];
