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
create index browser_reports_by_reference on portal.browser_report (reference);

-- How many reports of browsers were written in an hour (UTC), by all servers together.
create table portal.browser_report_hour (
  hour timestamptz primary key,
  report_count integer not null
);

insert into portal.browser_report (day, fingerprint, reference, first_at, last_at, report_count, title, detail, account_number)
select (happened_at at time zone 'UTC')::date, sha256(convert_to(title || detail::text, 'UTF8')),
       (array_agg(reference order by happened_at))[1], min(happened_at), max(happened_at), count(*), min(title),
       (array_agg(detail order by happened_at))[1], (array_agg(account_number order by happened_at))[1]
  from portal.error_log where origin = 'client' group by 1, 2;
delete from portal.error_log where origin = 'client';

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
    execute pg_catalog.format('delete from portal.%I where happened_at < %L', log_name || '_rest',
                              pg_catalog.to_char(first_kept_day, 'YYYY-MM-DD"T00:00:00Z"'));
  end loop;
  return dropped;
end $$;
