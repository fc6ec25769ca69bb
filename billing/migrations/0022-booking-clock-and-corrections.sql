-- When money was booked last, to the minute: a clock that is before it is wrong, and nothing is booked by it. One row.
create table billing.booking_clock (
  only_row boolean primary key default true check (only_row),
  newest_at timestamptz not null
);
insert into billing.booking_clock (newest_at)
select greatest(timestamptz 'epoch', (select max(posted_at) from billing.ledger_entry),
  (select max(greatest(started_at, closed_at)) from billing.period));

-- Corrections above the limit of the administrator who wants them: booked when another one has confirmed them.
create table billing.correction_request (
  account_number text not null references billing.account,
  -- the entry of the ledger that it becomes has the same id
  entry_id uuid not null,
  -- what it changes the debt by
  amount_kopiykas bigint not null check (amount_kopiykas <> 0),
  -- the entry that it takes back
  reverses_entry_id uuid,
  reason text not null,
  -- the administrator, and the name to show
  author_id text not null,
  author_name text not null,
  requested_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  decided_by_id text,
  decided_by_name text,
  decided_at timestamptz,
  primary key (account_number, entry_id),
  constraint somebody_else_decides check ((state = 'waiting') = (decided_by_id is null) and decided_by_id <> author_id)
);
create index correction_requests_waiting on billing.correction_request (requested_at, entry_id) where state = 'waiting';
create unique index an_entry_is_asked_back_once on billing.correction_request (account_number, reverses_entry_id)
  where state = 'waiting' and reverses_entry_id is not null;
