-- Progress of imports of a supplier's folder; written beside the transaction that loads it.
create table billing.import_run (
  import_number bigint generated always as identity primary key,
  folder_name text not null,
  state text not null check (state in ('running', 'done', 'refused', 'failed')),
  step text not null check (step in ('reading', 'checking', 'loading', 'closing')),
  done bigint not null default 0,
  total bigint not null default 0,
  started_at timestamptz not null default now(),
  -- A running import writes at least every few seconds.
  moved_at timestamptz not null default now()
);
