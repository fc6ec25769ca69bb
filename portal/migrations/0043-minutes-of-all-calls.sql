-- Minutes of all calls together, which are few and kept as long as hours and days; those by name lead to raw rows and go with
-- them. One trigger of a statement counts its calls, in one pass over them. Decision 0125.

-- Calls of all names.
create table portal.call_total_minute (
  kind text not null,
  outcome_code text not null,
  http_status smallint not null,
  at timestamptz not null,
  calls bigint not null,
  primary key (kind, at, outcome_code, http_status)
) partition by range (at);
create table portal.call_total_minute_default partition of portal.call_total_minute default;

-- Whose calls a minute has; kept as long as the raw rows.
create table portal.active_user_minute (
  minute timestamptz not null,
  identity_id uuid not null,
  primary key (minute, identity_id)
) partition by range (minute);
create table portal.active_user_minute_default partition of portal.active_user_minute default;

-- How many they are. Minutes do not add up to hours.
create table portal.user_count_minute (
  minute timestamptz not null,
  identity_type text not null,
  users bigint not null,
  primary key (minute, identity_type)
) partition by range (minute);
create table portal.user_count_minute_default partition of portal.user_count_minute default;

-- Calls of all names by duration: one row for a minute, a tenth of what a row for each bucket takes in five years. Durations of a
-- name have hours and days.
create temporary table latency_minute on commit drop as
  select kind, at, bucket, calls from portal.call_latency_minute where name = '';
drop table portal.call_latency_minute;
create table portal.call_latency_minute (
  kind text not null,
  at timestamptz not null,
  -- in ascending order
  buckets smallint[] not null,
  -- of each of the buckets
  calls integer[] not null,
  primary key (kind, at),
  check (cardinality(buckets) = cardinality(calls))
) partition by range (at);
create table portal.call_latency_minute_default partition of portal.call_latency_minute default;

-- Counts the rows of a statement, whoever writes them: also a server of the version before, while a new one starts. Several nodes do so
-- at once: all take the tables, and the rows of a table, in one order. Its argument is the kind of the calls.
create or replace function portal.count_new_calls() returns trigger language plpgsql as $$
declare
  of_kind constant text := tg_argv[0];
  has_failed boolean;
  has_slow boolean;
begin
  -- Parts of calls that are alike: all counts are sums of them.
  with part as materialized (
    select name, outcome_code, http_status, date_bin('1 minute', happened_at, '2000-01-01Z') as minute,
           portal.latency_bucket(duration_us) as bucket, count(*) as calls, sum(duration_us) as took_us,
           max(duration_us) as max_us, max(happened_at) as last_at
      from inserted group by 1, 2, 3, 4, 5
  ), of_minutes as materialized (
    select minute, name, outcome_code, http_status, sum(calls) as calls, sum(took_us) as took_us, max(max_us) as max_us,
           max(last_at) as last_at
      from part group by minute, name, outcome_code, http_status
  ), of_names as materialized (
    select date_bin('1 hour', minute, '2000-01-01Z') as hour, name, bucket, sum(calls) as calls
      from part group by grouping sets ((hour, name, bucket), (hour, bucket))
  ), total_minutes as (
    insert into portal.call_total_minute as kept (kind, at, outcome_code, http_status, calls)
    select of_kind, minute, outcome_code, http_status, sum(calls)
      from of_minutes group by minute, outcome_code, http_status order by minute, outcome_code, http_status
    on conflict (kind, at, outcome_code, http_status) do update set calls = kept.calls + excluded.calls
  ), count_minutes as (
    insert into portal.call_count_minute as kept (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
    select of_kind, name, outcome_code, http_status, minute, calls, took_us, max_us, last_at
      from of_minutes order by minute, name, outcome_code, http_status
    on conflict (kind, at, name, outcome_code, http_status) do update set
      calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
      max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at)
  ), count_hours as (
    insert into portal.call_count_hour as kept (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
    select of_kind, name, outcome_code, http_status, date_bin('1 hour', minute, '2000-01-01Z') as hour,
           sum(calls), sum(took_us), max(max_us), max(last_at)
      from of_minutes group by hour, name, outcome_code, http_status order by hour, name, outcome_code, http_status
    on conflict (kind, at, name, outcome_code, http_status) do update set
      calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
      max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at)
  ), count_days as (
    insert into portal.call_count_day as kept (kind, name, outcome_code, http_status, day, calls, took_us, max_us, last_at)
    select of_kind, name, outcome_code, http_status, (minute at time zone 'Europe/Kyiv')::date as day,
           sum(calls), sum(took_us), max(max_us), max(last_at)
      from of_minutes group by day, name, outcome_code, http_status order by day, name, outcome_code, http_status
    on conflict (kind, day, name, outcome_code, http_status) do update set
      calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
      max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at)
  ), latency_minutes as (
    insert into portal.call_latency_minute as kept (kind, at, buckets, calls)
    select of_kind, minute, array_agg(bucket order by bucket), array_agg(calls order by bucket)
      from (select minute, bucket, sum(calls)::integer as calls from part group by minute, bucket) as added
     group by minute order by minute
    on conflict (kind, at) do update set (buckets, calls) = (
      select array_agg(bucket order by bucket), array_agg(calls order by bucket)
        from (select bucket, sum(calls)::integer as calls
                from (select * from unnest(kept.buckets, kept.calls)
                      union all select * from unnest(excluded.buckets, excluded.calls)) as both_of (bucket, calls)
               group by bucket) as added)
  ), latency_hours as (
    insert into portal.call_latency_hour as kept (kind, name, at, bucket, calls)
    select of_kind, coalesce(name, '') as of_name, hour, bucket, calls from of_names order by of_name, hour, bucket
    on conflict (kind, name, at, bucket) do update set calls = kept.calls + excluded.calls
  ), latency_days as (
    insert into portal.call_latency_day as kept (kind, name, day, bucket, calls)
    select of_kind, coalesce(name, '') as of_name, (hour at time zone 'Europe/Kyiv')::date as day, bucket, sum(calls)
      from of_names group by of_name, day, bucket order by of_name, day, bucket
    on conflict (kind, name, day, bucket) do update set calls = kept.calls + excluded.calls
  )
  select bool_or(http_status >= 400), bool_or(max_us >= 500000) into has_failed, has_slow from part;

  if has_slow then
    insert into portal.slow_call_day as kept (kind, day, name, at_least_500, at_least_1000, at_least_3000, at_least_10000)
    select of_kind, (happened_at at time zone 'Europe/Kyiv')::date as day, name, count(*),
           count(*) filter (where duration_us >= 1000000), count(*) filter (where duration_us >= 3000000),
           count(*) filter (where duration_us >= 10000000)
      from inserted where duration_us >= 500000 group by day, name order by day, name
    on conflict (kind, day, name) do update set
      at_least_500 = kept.at_least_500 + excluded.at_least_500, at_least_1000 = kept.at_least_1000 + excluded.at_least_1000,
      at_least_3000 = kept.at_least_3000 + excluded.at_least_3000, at_least_10000 = kept.at_least_10000 + excluded.at_least_10000;
  end if;

  if of_kind = 'fm' then
    insert into portal.call_pair_day as kept (day, api, fm, calls, failed, took_us)
    select (hour at time zone 'Europe/Kyiv')::date as day, of_api, name, sum(calls), sum(failed), sum(took_us)
      from (select date_bin('1 hour', happened_at, '2000-01-01Z') as hour, coalesce(api, '') as of_api, name,
                   count(*) as calls, count(*) filter (where http_status >= 400) as failed, sum(duration_us) as took_us
              from inserted group by 1, 2, 3) as pair
     group by day, of_api, name order by day, of_api, name
    on conflict (day, api, fm) do update set
      calls = kept.calls + excluded.calls, failed = kept.failed + excluded.failed, took_us = kept.took_us + excluded.took_us;
    return null;
  end if;

  -- Who is known in a minute is known in its hour, and so on its day: most calls find their user there and add nothing.
  with used as materialized (
    select distinct date_bin('1 minute', happened_at, '2000-01-01Z') as minute, session_id
      from inserted where session_id is not null
  ), minutes as (
    insert into portal.active_user_minute (minute, identity_id)
    select distinct minute, identity_id from used join portal.session using (session_id) order by minute, identity_id
    on conflict (minute, identity_id) do nothing
    returning minute, identity_id
  ), fresh as materialized (
    select minute, identity_id, identity_type from minutes join portal.identity using (identity_id)
  ), hours as (
    insert into portal.active_user_hour (hour, identity_id, identity_type)
    select distinct date_bin('1 hour', minute, '2000-01-01Z') as hour, identity_id, identity_type
      from fresh order by hour, identity_id
    on conflict (hour, identity_id) do nothing
    returning hour, identity_id, identity_type
  ), days as (
    insert into portal.active_user_day (day, identity_id, identity_type)
    select distinct (hour at time zone 'Europe/Kyiv')::date as day, identity_id, identity_type
      from hours order by day, identity_id
    on conflict (day, identity_id) do nothing
    returning day, identity_type
  ), by_minutes as (
    insert into portal.user_count_minute as kept (minute, identity_type, users)
    select minute, identity_type, count(*) from fresh group by 1, 2 order by 1, 2
    on conflict (minute, identity_type) do update set users = kept.users + excluded.users
  ), by_hours as (
    insert into portal.user_count_hour as kept (hour, identity_type, users)
    select hour, identity_type, count(*) from hours group by 1, 2 order by 1, 2
    on conflict (hour, identity_type) do update set users = kept.users + excluded.users
  )
  insert into portal.user_count_day as kept (day, identity_type, users)
  select day, identity_type, count(*) from days group by 1, 2 order by 1, 2
  on conflict (day, identity_type) do update set users = kept.users + excluded.users;

  if has_failed then
    with failed as materialized (
      select (call.happened_at at time zone 'Europe/Kyiv')::date as day, call.name, call.outcome_code, call.http_status,
             coalesce(call.cause, '') as cause, call.happened_at, coalesce(session.identity_id, call.session_id) as identity_id
        from inserted as call left join portal.session on session.session_id = call.session_id
       where call.http_status >= 400
    ), met as (
      insert into portal.failed_user_day as u (day, name, outcome_code, http_status, cause, identity_id)
      select distinct day, name, outcome_code, http_status, cause, identity_id from failed where identity_id is not null
       order by day, name, outcome_code, http_status, cause, identity_id
      on conflict do nothing
      returning u.day, u.name, u.outcome_code, u.http_status, u.cause
    )
    insert into portal.failed_call_day as kept (day, name, outcome_code, http_status, cause, calls, users, first_at, last_at)
    select day, name, outcome_code, http_status, cause, count(happened_at), count(*) - count(happened_at),
           min(happened_at), max(happened_at)
      from (select day, name, outcome_code, http_status, cause, happened_at from failed
            union all select day, name, outcome_code, http_status, cause, null from met) as counted
     group by day, name, outcome_code, http_status, cause order by day, name, outcome_code, http_status, cause
    on conflict (day, name, outcome_code, http_status, cause) do update set
      calls = kept.calls + excluded.calls, users = kept.users + excluded.users,
      first_at = least(kept.first_at, excluded.first_at), last_at = greatest(kept.last_at, excluded.last_at);
  end if;
  return null;
end $$;

drop trigger api_call_counts_failed on portal.api_call;
drop trigger api_call_counts_slow on portal.api_call;
drop trigger fm_call_counts_slow on portal.fm_call;
drop function portal.count_failed_calls();
drop function portal.count_slow_calls();
drop function portal.count_calls(text, timestamptz[], text[], integer[], text[], smallint[], uuid[], text[]);

-- Makes the minutes of all calls of some days of Kyiv anew, of the minutes by name and the raw rows.
create function portal.recount_minutes(first_at timestamptz, end_at timestamptz) returns void language plpgsql as $$
begin
  delete from portal.call_total_minute where at >= first_at and at < end_at;
  delete from portal.active_user_minute where minute >= first_at and minute < end_at;
  delete from portal.user_count_minute where minute >= first_at and minute < end_at;
  insert into portal.call_total_minute (kind, outcome_code, http_status, at, calls)
  select kind, outcome_code, http_status, at, sum(calls)
    from portal.call_count_minute where at >= first_at and at < end_at
   group by kind, outcome_code, http_status, at order by kind, at, outcome_code, http_status;
  insert into portal.active_user_minute (minute, identity_id)
  select distinct used.minute, identity_id
    from (select distinct date_bin('1 minute', happened_at, '2000-01-01Z') as minute, session_id from portal.api_call
           where happened_at >= first_at and happened_at < end_at and session_id is not null) as used
    join portal.session using (session_id)
   order by used.minute, identity_id;
  insert into portal.user_count_minute (minute, identity_type, users)
  select minute, identity_type, count(*)
    from portal.active_user_minute join portal.identity using (identity_id)
   where minute >= first_at and minute < end_at group by 1, 2;
end $$;

-- Makes the rollups of some days of Kyiv anew, from the raw rows. Only for days that still have all of theirs.
create or replace function portal.recount_calls(first_day date, last_day date) returns void language plpgsql as $$
declare
  first_at timestamptz := first_day::timestamp at time zone 'Europe/Kyiv';
  end_at timestamptz := (last_day + 1)::timestamp at time zone 'Europe/Kyiv';
begin
  lock table portal.api_call, portal.fm_call in share row exclusive mode;
  delete from portal.call_count_minute where at >= first_at and at < end_at;
  delete from portal.call_count_hour where at >= first_at and at < end_at;
  delete from portal.call_count_day where day between first_day and last_day;
  delete from portal.call_latency_minute where at >= first_at and at < end_at;
  delete from portal.call_latency_hour where at >= first_at and at < end_at;
  delete from portal.call_latency_day where day between first_day and last_day;
  delete from portal.call_pair_day where day between first_day and last_day;
  delete from portal.active_user_hour where hour >= first_at and hour < end_at;
  delete from portal.active_user_day where day between first_day and last_day;
  delete from portal.user_count_hour where hour >= first_at and hour < end_at;
  delete from portal.user_count_day where day between first_day and last_day;

  insert into portal.call_count_minute (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
  select kind, name, outcome_code, http_status, date_bin('1 minute', happened_at, '2000-01-01Z') as minute,
         count(*), sum(duration_us), max(duration_us), max(happened_at)
    from (select 'api' as kind, name, outcome_code, http_status, happened_at, duration_us from portal.api_call
          union all
          select 'fm', name, outcome_code, http_status, happened_at, duration_us from portal.fm_call) as call
   where happened_at >= first_at and happened_at < end_at
   group by kind, minute, name, outcome_code, http_status order by kind, minute, name, outcome_code, http_status;
  insert into portal.call_count_hour (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
  select kind, name, outcome_code, http_status, date_bin('1 hour', at, '2000-01-01Z') as hour,
         sum(calls), sum(took_us), max(max_us), max(last_at)
    from portal.call_count_minute where at >= first_at and at < end_at
   group by kind, hour, name, outcome_code, http_status order by kind, hour, name, outcome_code, http_status;
  insert into portal.call_count_day (kind, name, outcome_code, http_status, day, calls, took_us, max_us, last_at)
  select kind, name, outcome_code, http_status, (at at time zone 'Europe/Kyiv')::date as of_day,
         sum(calls), sum(took_us), max(max_us), max(last_at)
    from portal.call_count_hour where at >= first_at and at < end_at
   group by kind, of_day, name, outcome_code, http_status order by kind, of_day, name, outcome_code, http_status;

  with part as materialized (
    select kind, date_bin('1 minute', happened_at, '2000-01-01Z') as minute, name,
           portal.latency_bucket(duration_us) as of_bucket, count(*) as calls
      from (select 'api' as kind, name, happened_at, duration_us from portal.api_call
            union all select 'fm', name, happened_at, duration_us from portal.fm_call) as call
     where happened_at >= first_at and happened_at < end_at group by 1, 2, 3, 4
  ), minutes as (
    insert into portal.call_latency_minute (kind, at, buckets, calls)
    select kind, minute, array_agg(of_bucket order by of_bucket), array_agg(calls order by of_bucket)
      from (select kind, minute, of_bucket, sum(calls)::integer as calls from part group by 1, 2, 3) as added
     group by kind, minute order by kind, minute
  )
  insert into portal.call_latency_hour (kind, name, at, bucket, calls)
  select kind, coalesce(name, '') as of_name, hour, of_bucket, sum(calls)
    from (select kind, name, date_bin('1 hour', minute, '2000-01-01Z') as hour, of_bucket, calls from part) as of_hour
   group by grouping sets ((kind, name, hour, of_bucket), (kind, hour, of_bucket))
   order by kind, of_name, hour, of_bucket;
  insert into portal.call_latency_day (kind, name, day, bucket, calls)
  select kind, name, (at at time zone 'Europe/Kyiv')::date as of_day, bucket, sum(calls)
    from portal.call_latency_hour where at >= first_at and at < end_at
   group by kind, name, of_day, bucket order by kind, name, of_day, bucket;

  insert into portal.call_pair_day (day, api, fm, calls, failed, took_us)
  select (happened_at at time zone 'Europe/Kyiv')::date as of_day, coalesce(api, '') as of_api, name,
         count(*), count(*) filter (where http_status >= 400), sum(duration_us)
    from portal.fm_call where happened_at >= first_at and happened_at < end_at
   group by of_day, of_api, name order by of_day, of_api, name;

  perform portal.recount_minutes(first_at, end_at);
  insert into portal.active_user_hour (hour, identity_id, identity_type)
  select distinct date_bin('1 hour', minute, '2000-01-01Z') as of_hour, identity_id, identity_type
    from portal.active_user_minute join portal.identity using (identity_id)
   where minute >= first_at and minute < end_at order by of_hour, identity_id;
  insert into portal.active_user_day (day, identity_id, identity_type)
  select distinct (hour at time zone 'Europe/Kyiv')::date as of_day, identity_id, identity_type
    from portal.active_user_hour where hour >= first_at and hour < end_at order by of_day, identity_id;
  insert into portal.user_count_hour (hour, identity_type, users)
  select hour, identity_type, count(*) from portal.active_user_hour where hour >= first_at and hour < end_at group by 1, 2;
  insert into portal.user_count_day (day, identity_type, users)
  select day, identity_type, count(*) from portal.active_user_day where day between first_day and last_day group by 1, 2;
end $$;

-- The minutes of what an installation has recorded so far.
do $$
declare
  first_at timestamptz;
  last_at timestamptz;
  rollup record;
begin
  select min(at), max(at) into first_at, last_at from portal.call_count_minute;
  if first_at is null then return; end if;
  for rollup in
    select * from (values
      ('active_user_minute', 'day'), ('call_latency_minute', 'month'), ('call_total_minute', 'month'), ('user_count_minute', 'month'))
      as rollup(name, unit)
  loop
    perform portal.make_partitions(rollup.name, rollup.unit, (first_at at time zone 'UTC')::date,
                                   (last_at at time zone 'UTC')::date - (first_at at time zone 'UTC')::date + 1);
  end loop;
  insert into portal.call_latency_minute (kind, at, buckets, calls)
  select kind, at, array_agg(bucket order by bucket), array_agg(calls::integer order by bucket)
    from latency_minute group by kind, at order by kind, at;
  -- A day at a time, which fits into memory.
  perform portal.recount_minutes(of_day, of_day + interval '1 day')
     from generate_series(date_trunc('day', first_at, 'UTC'), last_at, interval '1 day') as of_day;
end $$;
