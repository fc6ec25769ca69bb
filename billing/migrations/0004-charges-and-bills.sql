-- A period of the supplier: open until its closing starts.
create table billing.period (
  period char(7) primary key check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  state text not null check (state in ('open', 'closing', 'closed')),
  -- accounts up to here (in the order of account_number) are done; a closing that was cut off goes on from it
  closed_through text,
  started_at timestamptz,
  closed_at timestamptz,
  -- progress of the closing
  accounts_total integer,
  accounts_done integer,
  -- the run that goes on, or the last one: when it began, what was done before it, when it wrote last
  run_started_at timestamptz,
  run_done_before integer,
  progress_at timestamptz
);
create unique index period_closing_key on billing.period (state) where state = 'closing';

-- What a register counted in a period, as it was charged: the opening value is the closing value of the period before.
create table billing.consumption (
  account_number text not null,
  period char(7) not null,
  meter_id uuid not null,
  zone text not null,
  from_date date not null,
  -- the first day that is not part of it any more
  to_date date not null,
  opening_value bigint not null,
  closing_value bigint not null,
  energy_wh bigint not null check (energy_wh >= 0),
  -- actual: a reading on the boundary; brought: by average daily consumption from a reading inside; estimated: no reading
  basis text not null check (basis in ('actual', 'brought', 'estimated')),
  -- found too much in earlier estimates, given back on this period's bill; below zero: what estimates had too little
  overestimated_wh bigint not null default 0,
  primary key (account_number, period, meter_id, zone),
  foreign key (account_number, meter_id, zone) references billing.register,
  constraint consumption_dates_check check (to_date > from_date)
);
-- Where a recalculation may come: the few months that no actual value ended.
create index consumptions_without_actual_end_idx on billing.consumption (period, account_number) where basis <> 'actual';

-- What a register counted in a month by a later recalculation: the latest is in force in place of what was charged at first
-- (billing.consumption stays as charged). Averages of the next year and further recalculations start from it.
create table billing.consumption_revision (
  account_number text not null,
  -- the month it is about
  period char(7) not null,
  meter_id uuid not null,
  zone text not null,
  -- the period whose bill carries the difference
  booked_period char(7) not null,
  from_date date not null,
  -- the first day that is not part of it; from_date itself: nothing was counted
  to_date date not null,
  opening_value bigint not null,
  closing_value bigint not null,
  energy_wh bigint not null check (energy_wh >= 0),
  basis text not null check (basis in ('actual', 'brought', 'estimated')),
  primary key (account_number, period, meter_id, zone, booked_period),
  foreign key (account_number, meter_id, zone) references billing.register,
  constraint consumption_revision_booked_period_check check (booked_period > period),
  constraint consumption_revision_dates_check check (to_date >= from_date)
);

create table billing.bill (
  account_number text not null references billing.account,
  period char(7) not null,
  bill_number text not null,
  issued_on date not null,
  due_on date not null,
  opening_kopiykas bigint not null,
  charged_kopiykas bigint not null,
  recalculated_kopiykas bigint not null,
  -- both as they change the debt: a benefit is below zero
  benefit_kopiykas bigint not null default 0,
  corrected_kopiykas bigint not null default 0,
  paid_kopiykas bigint not null,
  closing_kopiykas bigint not null,
  energy_wh bigint not null,
  is_estimated boolean not null,
  primary key (account_number, period),
  constraint bill_sum_check check (
    closing_kopiykas = opening_kopiykas + charged_kopiykas + recalculated_kopiykas + benefit_kopiykas + corrected_kopiykas
      - paid_kopiykas
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

-- Benefits and subsidies of a month, as the state reports them; booked when the period they are posted to is closed.
create table billing.benefit (
  account_number text not null references billing.account,
  -- the month it is granted for
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  kind text not null check (kind in ('benefit', 'subsidy')),
  -- the period whose closing books it: the month itself, or the first one that was open when it came
  posting_period char(7) not null,
  -- the id of its ledger entry
  benefit_id uuid not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  -- what it is, as the bill prints it; '': the kind alone
  title text not null default '',
  primary key (account_number, period, kind),
  constraint benefit_posting_period_check check (posting_period >= period)
);

-- Each time that a recalculation was booked before the closing of its period: what the ledger entry of the difference is
-- made of, and which readings it looked at. An amount of zero has no entry.
create table billing.recalculation (
  account_number text not null references billing.account,
  period char(7) not null,
  -- from 1 on; a reading that is corrected later makes the next one
  revision smallint not null check (revision > 0),
  booked_at timestamptz not null,
  -- the readings that it was made from, in order
  reading_ids uuid[] not null,
  amount_kopiykas bigint not null,
  -- the whole recalculation of the period as it stands then, line by line
  lines jsonb not null,
  primary key (account_number, period, revision)
);

-- What touched a closed month of an account: its months from from_period on are measured and charged anew, and the
-- differences are booked in the first open period, by the job or by the closing.
create table billing.recalculation_request (
  account_number text not null references billing.account,
  request_id uuid not null,
  -- the first month that may change
  from_period char(7) not null check (from_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  cause text not null check (cause in ('lateReading', 'masterDataChange')),
  requested_at timestamptz not null,
  -- the period whose closing, or whose job before it, took the request into account; null: not yet
  booked_period char(7),
  primary key (account_number, request_id)
);
create index recalculation_requests_pending_idx on billing.recalculation_request (account_number) where booked_period is null;
