import { insertFrom } from '#platform/database/insert-from.ts';

/**
 * SQL that adds the tax invoices of a relation; of one that is there the state of its registration goes on, as the accounting
 * program tells it.
 */
export const taxInvoicesFrom = insertFrom(
  'billing.tax_invoice',
  `account_number, issued_on, tax_invoice_number, period, kind, adjusted_number, adjusted_on, adjustment_reason, quantity_kwh,
    net_kopiykas, vat_kopiykas, registration_state, registration_number, registered_on`,
  `on conflict (account_number, issued_on, tax_invoice_number) do update
    set registration_state = excluded.registration_state, registration_number = excluded.registration_number,
      registered_on = excluded.registered_on
    where tax_invoice.registration_state not in ('registered', 'rejected')
      and tax_invoice.registration_state <> excluded.registration_state`,
);
