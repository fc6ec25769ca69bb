-- Tax invoices of legal entities, as the accounting program of the supplier made and registered them.
create table billing.tax_invoice (
  account_number text not null references billing.account,
  -- numbers begin anew, so the day is part of the name
  issued_on date not null,
  tax_invoice_number text not null check (tax_invoice_number <> ''),
  -- the month of the supply
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  kind text not null default 'invoice' check (kind in ('invoice', 'adjustment')),
  -- the tax invoice that an adjustment changes, and why
  adjusted_number text,
  adjusted_on date,
  adjustment_reason text not null default '',
  -- of an adjustment: what changes, negative when less
  quantity_kwh bigint not null,
  net_kopiykas bigint not null,
  vat_kopiykas bigint not null,
  -- in the unified register: 'unregistered': not sent yet, 'stopped': the register wants explanations
  registration_state text not null
    check (registration_state in ('unregistered', 'sent', 'registered', 'stopped', 'rejected')),
  registration_number text,
  registered_on date,
  primary key (account_number, issued_on, tax_invoice_number),
  constraint tax_invoice_adjustment_check
    check ((kind = 'adjustment') = (adjusted_number is not null) and (adjusted_number is null) = (adjusted_on is null)),
  constraint tax_invoice_registration_check check ((registration_state = 'registered')
    = (registration_number is not null) and (registration_number is null) = (registered_on is null)),
  constraint tax_invoice_sum_check check (kind = 'adjustment' or net_kopiykas >= 0 and vat_kopiykas >= 0)
);
create index tax_invoices_period_idx on billing.tax_invoice (account_number, period);

-- Days after which an act of acceptance without a signature and an objection counts as accepted; null: the contract says nothing.
alter table billing.entity_contract
  add column silent_acceptance_days smallint check (silent_acceptance_days between 1 and 60);
