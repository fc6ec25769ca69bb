-- The first answers of changing calls by request id, for those that a repeated id gets (decision 0164).
create table portal.request_answer (
  identity_id uuid not null references portal.identity on delete cascade,
  request_id uuid not null,
  -- Keyed digest of path and payload: a payload may hold a password.
  digest bytea not null,
  -- When the id was first used, by the clock of the product: it ends 48 hours later.
  asked_at timestamptz not null,
  -- When its handler began, by the clock of the database, which all nodes share.
  begun_at timestamptz not null default clock_timestamp(),
  -- Encrypted: an answer may hold a link or a code. Null: the handler has not ended.
  answer bytea,
  primary key (identity_id, request_id)
);
create index request_answers_asked_at_idx on portal.request_answer (asked_at);
