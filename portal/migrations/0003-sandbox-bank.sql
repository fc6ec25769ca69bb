-- The books of the built-in test bank; empty where real providers are used.
create table portal.sandbox_bank_order (
  order_id text primary key,
  bank_reference uuid not null unique,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  account_number text not null,
  return_path text not null check (return_path ~ '^/[^/\\]'),
  decision text not null default 'waiting' check (decision in ('waiting', 'paid', 'refused')),
  created_at timestamptz not null,
  decided_at timestamptz
);
