-- Readings: what was given, by whom, what became of it. Nothing here is deleted; a correction supersedes.
create sequence billing.receipt_number as bigint start 100001 cache 64;

create table billing.reading_submission (
  account_number text not null,
  submission_id uuid not null,
  request_id uuid not null,
  meter_id uuid not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  receipt_number bigint not null,
  -- the answer that was given; a repeated request id gets the same one
  outcome jsonb not null,
  reason text,
  photo_id uuid,
  -- when the device says that it was taken, and when it reached us
  taken_at timestamptz not null,
  submitted_at timestamptz not null,
  -- this one included; 0 when it was none
  large_deviations_in_a_row smallint not null default 0,
  primary key (account_number, submission_id),
  constraint a_request_is_answered_once unique (account_number, request_id),
  foreign key (account_number, meter_id) references billing.meter
);

create table billing.reading (
  account_number text not null,
  meter_id uuid not null,
  zone text not null,
  reading_id uuid not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- whole kWh on the dial
  value bigint not null check (value >= 0),
  effective_date date not null,
  submitted_at timestamptz not null,
  source text not null check (source in ('customer', 'operator', 'remote', 'import')),
  status text not null check (status in ('accepted', 'underReview', 'rejected', 'superseded')),
  submission_id uuid,
  primary key (account_number, meter_id, zone, reading_id),
  foreign key (account_number, meter_id, zone) references billing.register,
  foreign key (account_number, submission_id) references billing.reading_submission
);
create unique index one_accepted_reading_per_register_and_period
  on billing.reading (account_number, meter_id, zone, period) where status in ('accepted', 'underReview');

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
  energy_wh bigint not null constraint consumption_is_never_negative check (energy_wh >= 0),
  -- actual: a reading on the boundary; brought: by average daily consumption from a reading inside; estimated: no reading
  basis text not null check (basis in ('actual', 'brought', 'estimated')),
  -- found too much in earlier estimates, given back on this period's bill; Wh, never negative
  overestimated_wh bigint not null default 0 check (overestimated_wh >= 0),
  primary key (account_number, period, meter_id, zone),
  foreign key (account_number, meter_id, zone) references billing.register,
  check (to_date > from_date)
);

create table billing.audit_entry (
  account_number text not null,
  audit_id uuid not null,
  happened_at timestamptz not null,
  -- 'person:<session id>', 'entity:<session id>', 'admin:<session id>', 'import', 'closing', 'provider:<name>'
  actor text not null,
  action text not null,
  before jsonb,
  after jsonb,
  primary key (account_number, audit_id)
);

-- Events for the portal, written in the transaction that they tell of and taken away once the portal has them.
create table billing.outbox_event (
  event_id uuid primary key,
  account_number text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null
);
