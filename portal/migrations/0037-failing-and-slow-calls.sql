-- Searches of the logs, failing and slow calls: indexes of what is looked for, and counts of what a report groups.

-- Of a fault: its error without what differs from one to the other.
alter table portal.api_call add column cause text;

-- Few calls are slow: newest first, of all names or of one.
create index api_calls_slow_idx on portal.api_call (happened_at) where duration_us >= 500000;
create index api_calls_slow_name_idx on portal.api_call (name, happened_at) where duration_us >= 500000;
create index fm_calls_slow_idx on portal.fm_call (happened_at) where duration_us >= 500000;
create index fm_calls_slow_name_idx on portal.fm_call (name, happened_at) where duration_us >= 500000;

-- One group of failing calls, newest first.
create index api_calls_failed_name_idx on portal.api_call (name, outcome_code, happened_at) where http_status >= 400;
create index error_logs_happened_at_idx on portal.error_log (happened_at);
create index browser_reports_first_at_idx on portal.browser_report (first_at);

-- The call whose failure a browser reported, by its reference.
create table portal.browser_report_call (
  call_reference uuid not null,
  -- of the report
  day date not null,
  fingerprint bytea not null,
  primary key (call_reference, day, fingerprint)
);
create index browser_report_calls_day_idx on portal.browser_report_call (day);

-- Failing API calls of a Kyiv day by what a report groups them by; kept by whoever inserts into api_call.
create table portal.failed_call_day (
  day date not null,
  name text not null,
  outcome_code text not null,
  http_status smallint not null,
  -- '': a refusal
  cause text not null,
  calls bigint not null,
  -- rows of failed_user_day
  users integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, name, outcome_code, http_status, cause)
) partition by range (day);
create table portal.failed_call_day_default partition of portal.failed_call_day default;

-- Who met a failure on a day, once: so that its users are counted, and exactly.
create table portal.failed_user_day (
  day date not null,
  name text not null,
  outcome_code text not null,
  http_status smallint not null,
  cause text not null,
  -- the session of an identity that is not known any more
  identity_id uuid not null,
  primary key (day, name, outcome_code, http_status, cause, identity_id)
) partition by range (day);
create table portal.failed_user_day_default partition of portal.failed_user_day default;

-- Slow calls of a Kyiv day: how many took at least so many milliseconds.
create table portal.slow_call_day (
  -- 'api' or 'fm'
  kind text not null,
  day date not null,
  name text not null,
  at_least_500 bigint not null,
  at_least_1000 bigint not null,
  at_least_3000 bigint not null,
  at_least_10000 bigint not null,
  primary key (kind, day, name)
) partition by range (day);
create table portal.slow_call_day_default partition of portal.slow_call_day default;

-- Triggers of statements, so that the counts agree with the rows whoever writes them. Rows of one statement are taken in the order
-- of the keys: two servers never wait for each other. Rows that move to their partition are not inserted into the log itself.
create function portal.count_failed_calls() returns trigger language plpgsql as $$
begin
  with failed as (
    select (call.happened_at at time zone 'Europe/Kyiv')::date as day, call.name, call.outcome_code, call.http_status,
           coalesce(call.cause, '') as cause, call.happened_at, coalesce(session.identity_id, call.session_id) as identity_id
      from inserted as call left join portal.session on session.session_id = call.session_id
     where call.http_status >= 400),
  met as (
    insert into portal.failed_user_day as u (day, name, outcome_code, http_status, cause, identity_id)
    select distinct day, name, outcome_code, http_status, cause, identity_id from failed where identity_id is not null
     order by day, name, outcome_code, http_status, cause, identity_id
    on conflict do nothing
    returning u.day, u.name, u.outcome_code, u.http_status, u.cause),
  users as (
    select day, name, outcome_code, http_status, cause, count(*) as users from met group by day, name, outcome_code, http_status, cause)
  insert into portal.failed_call_day as f (day, name, outcome_code, http_status, cause, calls, users, first_at, last_at)
  select day, name, outcome_code, http_status, cause, count(*), coalesce(max(users.users), 0), min(happened_at), max(happened_at)
    from failed left join users using (day, name, outcome_code, http_status, cause)
   group by day, name, outcome_code, http_status, cause
   order by day, name, outcome_code, http_status, cause
  on conflict (day, name, outcome_code, http_status, cause) do update
    set calls = f.calls + excluded.calls, users = f.users + excluded.users,
        first_at = least(f.first_at, excluded.first_at), last_at = greatest(f.last_at, excluded.last_at);
  return null;
end $$;

-- Its argument is the kind.
create function portal.count_slow_calls() returns trigger language plpgsql as $$
begin
  insert into portal.slow_call_day as s (kind, day, name, at_least_500, at_least_1000, at_least_3000, at_least_10000)
  select tg_argv[0], (happened_at at time zone 'Europe/Kyiv')::date as day, name, count(*),
         count(*) filter (where duration_us >= 1000000), count(*) filter (where duration_us >= 3000000),
         count(*) filter (where duration_us >= 10000000)
    from inserted
   where duration_us >= 500000
   group by day, name
   order by day, name
  on conflict (kind, day, name) do update
    set at_least_500 = s.at_least_500 + excluded.at_least_500, at_least_1000 = s.at_least_1000 + excluded.at_least_1000,
        at_least_3000 = s.at_least_3000 + excluded.at_least_3000, at_least_10000 = s.at_least_10000 + excluded.at_least_10000;
  return null;
end $$;

-- Counts the failing and slow calls of some days of Kyiv anew, from the raw rows. Only for days that still have all of theirs.
create function portal.recount_failed_and_slow_calls(first_day date, last_day date) returns void language plpgsql as $$
declare
  first_at timestamptz := first_day::timestamp at time zone 'Europe/Kyiv';
  end_at timestamptz := (last_day + 1)::timestamp at time zone 'Europe/Kyiv';
begin
  lock table portal.api_call, portal.fm_call in share row exclusive mode;
  delete from portal.failed_user_day where day between first_day and last_day;
  delete from portal.failed_call_day where day between first_day and last_day;
  delete from portal.slow_call_day where day between first_day and last_day;
  insert into portal.failed_user_day (day, name, outcome_code, http_status, cause, identity_id)
  select distinct (call.happened_at at time zone 'Europe/Kyiv')::date, call.name, call.outcome_code, call.http_status,
         coalesce(call.cause, ''), coalesce(session.identity_id, call.session_id)
    from portal.api_call as call left join portal.session on session.session_id = call.session_id
   where call.http_status >= 400 and call.session_id is not null and call.happened_at >= first_at and call.happened_at < end_at;
  insert into portal.failed_call_day (day, name, outcome_code, http_status, cause, calls, users, first_at, last_at)
  with users as (
    select day, name, outcome_code, http_status, cause, count(*) as users
      from portal.failed_user_day where day between first_day and last_day group by day, name, outcome_code, http_status, cause)
  select day, name, outcome_code, http_status, cause, count(*), coalesce(max(users.users), 0), min(happened_at), max(happened_at)
    from (select (happened_at at time zone 'Europe/Kyiv')::date as day, name, outcome_code, http_status, coalesce(cause, '') as cause,
                 happened_at
            from portal.api_call where http_status >= 400 and happened_at >= first_at and happened_at < end_at) as failed
    left join users using (day, name, outcome_code, http_status, cause)
   group by day, name, outcome_code, http_status, cause;
  insert into portal.slow_call_day (kind, day, name, at_least_500, at_least_1000, at_least_3000, at_least_10000)
  select kind, (happened_at at time zone 'Europe/Kyiv')::date as day, name, count(*), count(*) filter (where duration_us >= 1000000),
         count(*) filter (where duration_us >= 3000000), count(*) filter (where duration_us >= 10000000)
    from (select 'api' as kind, happened_at, name, duration_us from portal.api_call where duration_us >= 500000
          union all select 'fm', happened_at, name, duration_us from portal.fm_call where duration_us >= 500000) as slow
   where happened_at >= first_at and happened_at < end_at
   group by kind, day, name;
end $$;

-- What was written before counts too.
select portal.recount_failed_and_slow_calls(
         (min(at) at time zone 'Europe/Kyiv')::date, (max(at) at time zone 'Europe/Kyiv')::date)
  from (select happened_at as at from portal.api_call union all select happened_at from portal.fm_call) as call
having count(*) > 0;

create trigger api_call_counts_failed after insert on portal.api_call
  referencing new table as inserted for each statement execute function portal.count_failed_calls();
create trigger api_call_counts_slow after insert on portal.api_call
  referencing new table as inserted for each statement execute function portal.count_slow_calls('api');
create trigger fm_call_counts_slow after insert on portal.fm_call
  referencing new table as inserted for each statement execute function portal.count_slow_calls('fm');
