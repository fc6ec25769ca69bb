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

-- Makes the partitions of the logs for a day and some days after it, one per table and day (UTC), named by the day. Rows
-- that went to the rest meanwhile move to their partition. Servers that do this at once queue at a lock.
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
    -- A row on its way to the rest while its partition is attached would be refused: writers wait the moment.
    execute pg_catalog.format('lock table portal.%I in share row exclusive mode', wanted.log_name);
    execute pg_catalog.format('create table portal.%I (like portal.%I including all)',
                              wanted.partition_name, wanted.log_name);
    execute pg_catalog.format(
      'with moved as (delete from portal.%I where happened_at >= %L and happened_at < %L returning *)
       insert into portal.%I select * from moved',
      wanted.log_name || '_rest', wanted.starts_at, wanted.ends_at, wanted.partition_name);
    execute pg_catalog.format('alter table portal.%I attach partition portal.%I for values from (%L) to (%L)',
                              wanted.log_name, wanted.partition_name, wanted.starts_at, wanted.ends_at);
    made := made + 1;
  end loop;
  return made;
end $$;
