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
create index recalculation_requests_to_book on billing.recalculation_request (account_number) where booked_period is null;
