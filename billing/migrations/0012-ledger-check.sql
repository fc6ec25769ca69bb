-- How far the check of the books is, day by day: taken up where it stopped, by one node at a time.
create table billing.ledger_check (
  checked_on date primary key,
  -- accounts up to this one are checked
  after_account text not null default '',
  account_count bigint not null default 0,
  problem_count bigint not null default 0,
  finished_at timestamptz
);
