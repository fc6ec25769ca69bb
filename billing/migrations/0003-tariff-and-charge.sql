create table billing.tariff (
  tariff_code text primary key,
  title text not null
);

create table billing.tariff_version (
  tariff_code text not null references billing.tariff,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  -- rule and zone coefficients as domain/tariffs/tariff-version-json.ts writes them
  definition jsonb not null,
  act text not null check (act <> ''),
  primary key (tariff_code, valid_from)
);

-- A period of the supplier: open until its closing starts.
create table billing.period (
  period char(7) primary key check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  state text not null check (state in ('open', 'closing', 'closed')),
  -- accounts up to here (in the order of account_number) are done; a closing that was cut off goes on from it
  closed_through text,
  started_at timestamptz,
  closed_at timestamptz
);
create unique index only_one_period_is_closing on billing.period (state) where state = 'closing';

create table billing.bill (
  account_number text not null references billing.account,
  period char(7) not null,
  bill_number text not null,
  issued_on date not null,
  due_on date not null,
  opening_kopiykas bigint not null,
  charged_kopiykas bigint not null,
  recalculated_kopiykas bigint not null,
  paid_kopiykas bigint not null,
  closing_kopiykas bigint not null,
  energy_wh bigint not null,
  is_estimated boolean not null,
  primary key (account_number, period),
  constraint bill_adds_up check (
    closing_kopiykas = opening_kopiykas + charged_kopiykas + recalculated_kopiykas - paid_kopiykas
  )
);

create table billing.charge_line (
  account_number text not null,
  period char(7) not null,
  line_number smallint not null,
  kind text not null check (kind in ('energy', 'recalculation', 'benefit')),
  zone text not null,
  block_index smallint not null,
  from_date date not null,
  -- the last day the line is for
  to_date date not null,
  energy_wh bigint not null,
  -- millionths of a hryvnia per kWh, VAT included
  price_micro bigint not null,
  -- thousandths
  coefficient integer not null,
  amount_kopiykas bigint not null,
  tariff_valid_from date not null,
  is_estimated boolean not null,
  primary key (account_number, period, line_number),
  foreign key (account_number, period) references billing.bill
);
