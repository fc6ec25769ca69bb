-- Statements of banks and of networks of kiosks: files that say what money came. Each row of one ends in exactly one of
-- matched, duplicate, unmatched, foreign.

-- How somebody writes statements; those that ship with the product are not here.
create table billing.bank_statement_format (
  format_name text primary key check (format_name ~ '^[a-z0-9-]{1,40}$'),
  settings jsonb not null
);

create table billing.bank_statement (
  statement_number integer generated always as identity primary key,
  format_name text not null,
  -- the format as it was when the file came
  settings jsonb not null,
  file_name text not null,
  -- SHA-256 of the file, by which one that was cut off is found again; null: not read to its end yet
  file_digest text,
  byte_count bigint not null,
  actor text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- receiving: its parts come; reading: waits to be read, or is; checking: is checked by a dry run; checked: waits for an
  -- operator's decision; refused: the file is wrong, nothing of it is kept
  state text not null check (state in ('receiving', 'reading', 'checking', 'checked', 'booking', 'done', 'refused')),
  bytes_done bigint not null default 0,
  row_count integer not null default 0,
  row_kopiykas bigint not null default 0,
  first_day date,
  last_day date,
  -- rows that are no payments by a column of the format
  skipped_count integer not null default 0,
  problem_count integer not null default 0,
  problems jsonb not null default '[]',
  -- totals of the dry run
  dry_run jsonb,
  -- every row up to this line has its outcome and is booked
  booked_through integer not null default 0,
  matched_count integer not null default 0,
  matched_kopiykas bigint not null default 0,
  duplicate_count integer not null default 0,
  duplicate_kopiykas bigint not null default 0,
  unmatched_count integer not null default 0,
  unmatched_kopiykas bigint not null default 0,
  foreign_count integer not null default 0,
  foreign_kopiykas bigint not null default 0,
  constraint bank_statement_totals_check check (state <> 'done' or (
    row_count = matched_count + duplicate_count + unmatched_count + foreign_count
    and row_kopiykas = matched_kopiykas + duplicate_kopiykas + unmatched_kopiykas + foreign_kopiykas))
);
create index bank_statements_unfinished_idx on billing.bank_statement (statement_number)
  where state in ('receiving', 'reading', 'checking', 'booking');

-- A file on its way; gone when it is read.
create table billing.bank_statement_part (
  statement_number integer not null references billing.bank_statement on delete cascade,
  part_number integer not null check (part_number > 0),
  content bytea not null,
  primary key (statement_number, part_number)
);

-- The rows of a file as they were read; never changed. Written by COPY before anything refers to them, so no foreign key.
create table billing.bank_statement_row (
  statement_number integer not null,
  line integer not null,
  -- SHA-256 of what the row says, and of the payer's document number where the format has one: the same row in another file
  base_key uuid not null,
  -- of rows that are alike in one file: which it is, from 1
  occurrence smallint not null default 1,
  paid_on date not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  bank_row_id text,
  -- the column of its own, as it is written, and the account that it makes
  account_text text,
  own_account text,
  payer text,
  purpose text,
  -- what the purpose names (domain/payments/read-purpose.ts); null: nothing
  account_numbers text[],
  order_ids text[],
  act_numbers text[],
  provider_references text[],
  -- names more than its own account: its outcome depends on other tables or rows; most rows name nothing of the kind
  has_references boolean not null generated always as (
    order_ids is not null or provider_references is not null or act_numbers is not null
    or (account_numbers is not null and (cardinality(account_numbers) > 1 or own_account is not null))
  ) stored,
  primary key (statement_number, line)
);

create table billing.bank_statement_outcome (
  statement_number integer not null,
  line integer not null,
  row_key uuid not null,
  outcome text not null check (outcome in ('matched', 'duplicate', 'unmatched', 'foreign')),
  -- matched: by which rule; unmatched: why not
  reason text not null,
  account_number text,
  act_number text,
  order_id text,
  -- of a payment that the statement made
  payment_id uuid,
  primary key (statement_number, line),
  constraint bank_statement_outcome_account_check check ((outcome = 'matched') = (account_number is not null))
);
create unique index bank_statement_outcome_row_key on billing.bank_statement_outcome (row_key) where outcome <> 'duplicate';
create unique index bank_statement_outcome_order_key on billing.bank_statement_outcome (order_id)
  where outcome = 'matched' and order_id is not null;
create index bank_statement_outcomes_act_idx on billing.bank_statement_outcome (account_number, act_number)
  where act_number is not null;
create index bank_statement_outcomes_unmatched_idx on billing.bank_statement_outcome (statement_number, line)
  where outcome = 'unmatched';

-- Accounts that an unmatched row may belong to because as much is owed on them; found once, when the statement is done.
create table billing.bank_statement_same_sum (
  statement_number integer not null references billing.bank_statement on delete cascade,
  line integer not null,
  account_number text not null,
  primary key (statement_number, line, account_number)
);

-- For what accounts a payer paid before, so that an operator who looks at an unmatched row is shown them. A key by the text
-- of each row cost as much as reading the file; the same payer pays for the same account each month, so this stays small.
create table billing.bank_statement_payer (
  -- hashtextextended(payer, 0)
  payer_key bigint not null,
  account_number text not null,
  primary key (payer_key, account_number)
);
