-- without transaction
-- The key by which invoices can be distributed by account. invoice_number_key stays for the release before.
create unique index concurrently invoice_account_number_key on billing.invoice (account_number, invoice_number);
