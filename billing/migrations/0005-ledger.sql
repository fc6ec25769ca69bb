-- Append-only double entry: each row moves a positive sum from one ledger account to another, so that every account's
-- ledger sums to zero by construction. A mistake is reversed by a row that points at it.
create table billing.ledger_entry (
  account_number text not null references billing.account,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  entry_id uuid not null,
  kind text not null check (kind in ('opening', 'charge', 'recalculation', 'payment', 'landing', 'act', 'benefit', 'reversal',
    'correction')),
  debit_account text not null,
  credit_account text not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  posted_at timestamptz not null,
  payment_id uuid,
  act_number text,
  reverses_entry_id uuid,
  -- why an operator corrected
  reason text,
  primary key (account_number, period, entry_id),
  constraint ledger_entry_two_accounts_check check (debit_account <> credit_account),
  constraint ledger_entry_account_check check (
    debit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit',
      'correction')
    and credit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit',
      'correction')
  ),
  constraint ledger_entry_reason_check check (kind <> 'correction' or reason <> '')
);
create unique index ledger_entry_payment_key on billing.ledger_entry (account_number, payment_id, kind)
  where payment_id is not null and kind in ('payment', 'landing');
create unique index ledger_entry_reversal_key on billing.ledger_entry (account_number, reverses_entry_id)
  where reverses_entry_id is not null;

create function billing.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: reverse the entry instead';
end $$;
create trigger ledger_entry_append_only before update or delete on billing.ledger_entry
  for each statement execute function billing.refuse_ledger_change();

-- When money was booked last, to the minute: a clock that is before it is wrong, and nothing is booked by it. One row.
create table billing.booking_clock (
  singleton boolean primary key default true check (singleton),
  newest_at timestamptz not null
);
insert into billing.booking_clock (newest_at) values ('epoch');

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
  constraint correction_request_decided_by_check
    check ((state = 'waiting') = (decided_by_id is null) and decided_by_id <> author_id)
);
create index correction_requests_waiting_idx on billing.correction_request (requested_at, entry_id) where state = 'waiting';
create unique index correction_request_reversal_key on billing.correction_request (account_number, reverses_entry_id)
  where state = 'waiting' and reverses_entry_id is not null;

-- How far the check of the books is, day by day: taken up where it stopped, by one node at a time.
create table billing.ledger_check (
  checked_on date primary key,
  -- accounts up to this one are checked
  after_account text not null default '',
  account_count bigint not null default 0,
  problem_count bigint not null default 0,
  finished_at timestamptz
);
