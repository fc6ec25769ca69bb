-- The books of the built-in test bank; empty where real providers are used. It plays each provider apart, and gives money back.
create table portal.sandbox_bank_order (
  provider text not null,
  order_id text not null,
  bank_reference uuid not null unique,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  account_number text not null,
  return_path text not null check (return_path ~ '^/[^/\\]'),
  decision text not null default 'waiting' check (decision in ('waiting', 'paid', 'refused', 'returned')),
  created_at timestamptz not null,
  decided_at timestamptz,
  returned_at timestamptz,
  primary key (provider, order_id)
);

-- Filled and emptied again to see whether the disk of the database takes a write; always empty. Never compressed nor moved
-- out of line, so that its rows need the pages that they say.
create table portal.write_probe (
  filler text storage plain not null
);

-- That the sample was begun to be loaded into this database by a start, and when it was there whole. At most one row.
create table portal.sample_load (
  singleton boolean primary key default true check (singleton),
  begun_at timestamptz not null default now(),
  finished_at timestamptz
);
