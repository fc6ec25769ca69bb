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
create index api_calls_happened_at_idx on portal.api_call using brin (happened_at);
create index api_calls_reference_idx on portal.api_call (reference);
create index api_calls_account_idx on portal.api_call (account_number, happened_at) where account_number is not null;
create index api_calls_failed_idx on portal.api_call (happened_at) where http_status >= 400;

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
create index fm_calls_happened_at_idx on portal.fm_call using brin (happened_at);
create index fm_calls_reference_idx on portal.fm_call (reference);
create index fm_calls_account_idx on portal.fm_call (account_number, happened_at) where account_number is not null;
create index fm_calls_failed_idx on portal.fm_call (happened_at) where http_status >= 400;

-- Unexpected errors of the server under their reference.
create table portal.error_log (
  happened_at timestamptz not null,
  reference uuid not null,
  origin text not null check (origin in ('server', 'client')),
  title text not null,
  detail jsonb not null,
  account_number text
) partition by range (happened_at);
create index error_logs_reference_idx on portal.error_log (reference);

-- Nothing is lost when a partition was not made in time.
create table portal.api_call_default partition of portal.api_call default;
create table portal.fm_call_default partition of portal.fm_call default;
create table portal.error_log_default partition of portal.error_log default;

-- Makes the partitions of the logs for a day and some days after it, one per table and day (UTC), named by the day. Rows
-- that went to the default partition meanwhile move to their partition. Servers that do this at once queue at a lock.
create function portal.make_log_partitions(first_day date, days_ahead integer) returns integer
language plpgsql as $$
declare
  wanted record;
  made integer := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('portal.make_log_partitions', 0));
  for wanted in
    select log.name as log_name,
           pg_catalog.format('%s_%s', log.name, pg_catalog.to_char(day, 'YYYYMMDD')) as partition_name,
           pg_catalog.to_char(day, 'YYYY-MM-DD"T00:00:00Z"') as starts_at,
           pg_catalog.to_char(day + interval '1 day', 'YYYY-MM-DD"T00:00:00Z"') as ends_at
      from pg_catalog.unnest(array['api_call', 'fm_call', 'error_log']) as log(name),
           pg_catalog.generate_series(first_day::timestamp, first_day + days_ahead, interval '1 day') as day
     where pg_catalog.to_regclass(
             pg_catalog.format('portal.%s_%s', log.name, pg_catalog.to_char(day, 'YYYYMMDD'))) is null
     order by day, log.name
  loop
    -- A row on its way to the default partition while its partition is attached would be refused: writers wait the moment.
    execute pg_catalog.format('lock table portal.%I in share row exclusive mode', wanted.log_name);
    execute pg_catalog.format('create table portal.%I (like portal.%I including all)',
                              wanted.partition_name, wanted.log_name);
    execute pg_catalog.format(
      'with moved as (delete from portal.%I where happened_at >= %L and happened_at < %L returning *)
       insert into portal.%I select * from moved',
      wanted.log_name || '_default', wanted.starts_at, wanted.ends_at, wanted.partition_name);
    execute pg_catalog.format('alter table portal.%I attach partition portal.%I for values from (%L) to (%L)',
                              wanted.log_name, wanted.partition_name, wanted.starts_at, wanted.ends_at);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Deletes what the logs hold of the days before one (UTC): partitions as a whole. Answers how many partitions went. Servers
-- that do this, or make partitions, at once queue at a lock.
create function portal.drop_log_partitions(first_kept_day date) returns integer
language plpgsql as $$
declare
  old record;
  log_name text;
  dropped integer := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('portal.make_log_partitions', 0));
  -- Whoever reads the log for long is not waited for, and so holds up no writer: the next run tries again.
  perform pg_catalog.set_config('lock_timeout', '2s', true);
  for old in
    select child.relname as partition_name
      from pg_catalog.pg_inherits
      join pg_catalog.pg_class child on child.oid = inhrelid
      join pg_catalog.pg_class parent on parent.oid = inhparent
     where parent.relnamespace = 'portal'::regnamespace and parent.relname in ('api_call', 'fm_call', 'error_log')
       and child.relname ~ '_[0-9]{8}$'
       and pg_catalog.to_date(pg_catalog.right(child.relname, 8), 'YYYYMMDD') < first_kept_day
     order by child.relname
  loop
    execute pg_catalog.format('drop table portal.%I', old.partition_name);
    dropped := dropped + 1;
  end loop;
  foreach log_name in array array['api_call', 'fm_call', 'error_log'] loop
    execute pg_catalog.format('delete from portal.%I where happened_at < %L', log_name || '_default',
                              pg_catalog.to_char(first_kept_day, 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
  return dropped;
end $$;

-- Errors of browsers: one row for each that differs, a day.
create table portal.browser_report (
  day date not null,
  -- SHA-256 of what is the same when it happens again
  fingerprint bytea not null,
  reference uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  report_count integer not null default 1 check (report_count > 0),
  title text not null,
  detail jsonb not null,
  account_number text,
  primary key (day, fingerprint)
);
create index browser_reports_reference_idx on portal.browser_report (reference);

-- How many reports of browsers were written in an hour (UTC), by all servers together.
create table portal.browser_report_hour (
  hour timestamptz primary key,
  report_count integer not null
);
