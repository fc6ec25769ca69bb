-- Readings: submissions, their author and outcome. Nothing is deleted; a correction supersedes.
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
  constraint reading_submission_request_id_key unique (account_number, request_id),
  foreign key (account_number, meter_id) references billing.meter
);
create index reading_submissions_photo_id_idx on billing.reading_submission (photo_id) where photo_id is not null;

-- A reading of a later day is a new reading (decision 0070): the one as of the latest day counts for its period, those before it
-- are known values. A day may stand in two periods: what comes after a month was closed counts as of the same 1st in the next one.
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
create unique index reading_register_day_key
  on billing.reading (account_number, meter_id, zone, period, effective_date) where status in ('accepted', 'underReview');
