-- A row of a statement may take a payment back: its sum is below zero, and an operator finds the row that it takes back.
alter table billing.bank_statement_row drop constraint bank_statement_row_amount_kopiykas_check;
alter table billing.bank_statement_row add constraint bank_statement_row_amount_kopiykas_check check (amount_kopiykas <> 0);

-- Words in the column of the format because of which rows are no payments: [{"word", "count", "firstLine"}].
alter table billing.bank_statement add column skipped jsonb not null default '[]';
