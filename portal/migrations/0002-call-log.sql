-- Every API call and every function-module call, partitioned by day; partitions are made ahead by the server.
create table portal.api_call (
  happened_at timestamptz not null,
  reference uuid not null,
  name text not null,
  duration_us integer not null,
  outcome_code text not null,
  http_status smallint not null,
  account_number text,
  session_id uuid
) partition by range (happened_at);
create index api_call_by_time on portal.api_call using brin (happened_at);
create index api_call_by_reference on portal.api_call (reference);
create index api_call_by_account on portal.api_call (account_number, happened_at) where account_number is not null;
create index api_call_failures on portal.api_call (happened_at) where http_status >= 400;

create table portal.fm_call (
  happened_at timestamptz not null,
  -- of the API call that made it
  reference uuid not null,
  name text not null,
  duration_us integer not null,
  outcome_code text not null,
  http_status smallint not null,
  account_number text,
  session_id uuid
) partition by range (happened_at);
create index fm_call_by_time on portal.fm_call using brin (happened_at);
create index fm_call_by_reference on portal.fm_call (reference);
create index fm_call_by_account on portal.fm_call (account_number, happened_at) where account_number is not null;
create index fm_call_failures on portal.fm_call (happened_at) where http_status >= 400;

-- Errors of browsers as /api/client_log brings them, and our own unexpected errors under their reference.
create table portal.error_log (
  happened_at timestamptz not null,
  reference uuid not null,
  origin text not null check (origin in ('server', 'client')),
  title text not null,
  detail jsonb not null,
  account_number text
) partition by range (happened_at);
create index error_log_by_reference on portal.error_log (reference);

-- Nothing is lost when a partition was not made in time.
create table portal.api_call_rest partition of portal.api_call default;
create table portal.fm_call_rest partition of portal.fm_call default;
create table portal.error_log_rest partition of portal.error_log default;
