-- Acts of violations: what was broken, when the act was handed over and heard, for which days energy is charged. Null or empty:
-- not known to the supplier.
create table billing.violation_act (
  account_number text not null references billing.account,
  act_number text not null,
  drawn_on date not null,
  state text not null check (state in ('drawn', 'served', 'hearingSet', 'decided', 'cancelled', 'billed', 'paid', 'partPaid',
    'instalments', 'disputed', 'overdue')),
  amount_kopiykas bigint not null check (amount_kopiykas >= 0),
  energy_wh bigint not null default 0,
  due_on date,
  protocol_number text,
  clause text not null default '',
  served_on date,
  -- the day the commission sits
  hearing_on date,
  protocol_on date,
  -- the unmetered days, both included
  period_from date,
  period_to date,
  days integer check (days > 0),
  -- inside the amount; 0: not told
  vat_kopiykas bigint not null default 0,
  -- the day it was paid in full, where the supplier says so
  paid_on date,
  primary key (account_number, act_number),
  constraint violation_act_period_check check (period_to >= period_from),
  constraint violation_act_vat_check check (vat_kopiykas between 0 and amount_kopiykas)
);
create index violation_acts_number_idx on billing.violation_act (upper(act_number));

-- What a household with panels gave to the grid, month by month, and what the supplier paid for it: the monthly acts.
create table billing.feed_in_month (
  account_number text not null references billing.account,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  act_number text not null,
  drawn_on date not null,
  meter_id uuid not null,
  -- whole kWh on the dial that counts what goes into the grid
  opening_value bigint not null check (opening_value >= 0),
  closing_value bigint not null check (closing_value >= 0),
  generated_wh bigint not null check (generated_wh >= 0),
  exported_wh bigint not null check (exported_wh >= 0),
  -- taken from the grid; charged by the bill, not by the act
  consumed_wh bigint not null check (consumed_wh >= 0),
  -- hryvnias for a kWh in millionths, without VAT
  price_micro bigint not null check (price_micro > 0),
  amount_kopiykas bigint not null check (amount_kopiykas >= 0),
  -- tenths of a percent, as they were on the day of the act
  income_tax_permille smallint not null check (income_tax_permille between 0 and 1000),
  military_levy_permille smallint not null check (military_levy_permille between 0 and 1000),
  income_tax_kopiykas bigint not null check (income_tax_kopiykas >= 0),
  military_levy_kopiykas bigint not null check (military_levy_kopiykas >= 0),
  -- what remains for the customer
  paid_kopiykas bigint not null check (paid_kopiykas >= 0),
  -- null: not paid out yet
  paid_on date,
  -- where it is paid to; null: the supplier does not know yet
  iban text,
  primary key (account_number, period),
  foreign key (account_number, meter_id) references billing.meter,
  constraint feed_in_month_act_number_key unique (account_number, act_number),
  constraint feed_in_month_sum_check check (paid_kopiykas = amount_kopiykas - income_tax_kopiykas - military_levy_kopiykas),
  constraint feed_in_month_exported_check check (exported_wh <= generated_wh)
);
