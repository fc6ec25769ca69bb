-- Closings that administrators start, and dry runs of them: who asked, how far each is, what it came to. A process that works on one
-- holds an advisory lock; when it is gone without that, the next process goes on after the last account that was done (decision 0140).
create table billing.closing_run (
  run_number integer generated always as identity primary key,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- dryRun: charges as a closing does and writes nothing but this row and the exceptions
  kind text not null check (kind in ('dryRun', 'closing')),
  -- pausing: its process stops after the chunk that it works on; stopped: a dry run that nobody wants any more
  state text not null check (state in ('waiting', 'running', 'pausing', 'paused', 'done', 'stopped', 'refused', 'failed')),
  asked_by text not null,
  asked_at timestamptz not null,
  reason text not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- processes that worked on it since it was asked for or resumed: more than one says that one was cut off
  process_count integer not null default 0,
  accounts_total integer,
  accounts_done integer not null default 0,
  -- of a dry run: the last account that it has looked at; a closing goes by billing.period
  done_through text not null default '',
  -- sums of the accounts that are done, written with each chunk
  totals jsonb,
  -- why it was refused or has failed, and the month, tariff, price or account in the way
  code text,
  subject text,
  constraint closing_run_code_check check ((code is not null) = (state in ('refused', 'failed')))
);
-- One run of a month at a time, whoever asks.
create unique index closing_run_active_key on billing.closing_run (period) where state in ('waiting', 'running', 'pausing');
create index closing_runs_period_idx on billing.closing_run (period, run_number);

-- What an administrator should look at before a closing: accounts that can't be charged, and charges that look wrong. Those of the
-- latest dry run of a month are kept.
create table billing.closing_exception (
  account_number text not null references billing.account,
  run_number integer not null references billing.closing_run on delete cascade,
  kind text not null,
  -- place of the kind in the list: what stops the closing first
  kind_order smallint not null,
  -- the tariff, the part of a price, or what the program said
  subject text not null default '',
  energy_wh bigint,
  expected_wh bigint,
  amount_kopiykas bigint,
  primary key (account_number, run_number, kind)
);
create index closing_exceptions_run_number_idx on billing.closing_exception (run_number, kind_order, account_number);
