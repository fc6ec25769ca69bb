-- Rollups of the calls by minute, hour and day, kept by the statement that writes the raw rows; samples of the nodes; partitions
-- of all records. Decision 0125. `kind` is 'api' or 'fm' (function module). Minutes and hours are UTC, days are those of Kyiv.

-- The node that recorded the call; null: recorded before nodes had names.
alter table portal.api_call add column node text;
-- The API call that made the call of the module; null: a job or a command did.
alter table portal.fm_call add column node text, add column api text;

-- The newest first, which a BRIN can't give.
drop index portal.api_calls_happened_at_idx;
drop index portal.fm_calls_happened_at_idx;
create index api_calls_happened_at_idx on portal.api_call (happened_at);
create index fm_calls_happened_at_idx on portal.fm_call (happened_at);

-- Buckets of 4 %: bucket b has the durations over 1.04^(b-1) to 1.04^b microseconds.
create function portal.latency_bucket(us integer) returns smallint language sql immutable parallel safe
return ceil(ln(greatest(us, 1)::float8) / ln(1.04::float8))::smallint;

-- The geometric middle of a bucket in milliseconds: at most 2 % from what was measured.
create function portal.bucket_ms(bucket smallint) returns float8 language sql immutable parallel safe
return power(1.04::float8, bucket - 0.5::float8) / 1000;

create table portal.call_count_minute (
  kind text not null,
  name text not null,
  outcome_code text not null,
  http_status smallint not null,
  at timestamptz not null,
  calls bigint not null,
  took_us bigint not null,
  max_us integer not null,
  last_at timestamptz not null,
  primary key (kind, at, name, outcome_code, http_status)
) partition by range (at);

create table portal.call_count_hour (
  kind text not null,
  name text not null,
  outcome_code text not null,
  http_status smallint not null,
  at timestamptz not null,
  calls bigint not null,
  took_us bigint not null,
  max_us integer not null,
  last_at timestamptz not null,
  primary key (kind, at, name, outcome_code, http_status)
) partition by range (at);

create table portal.call_count_day (
  kind text not null,
  name text not null,
  outcome_code text not null,
  http_status smallint not null,
  day date not null,
  calls bigint not null,
  took_us bigint not null,
  max_us integer not null,
  last_at timestamptz not null,
  primary key (kind, day, name, outcome_code, http_status)
) partition by range (day);

-- Calls by duration; the name '' has those of all names of the kind.
create table portal.call_latency_minute (
  kind text not null,
  name text not null,
  at timestamptz not null,
  bucket smallint not null,
  calls bigint not null,
  primary key (kind, name, at, bucket)
) partition by range (at);

create table portal.call_latency_hour (
  kind text not null,
  name text not null,
  at timestamptz not null,
  bucket smallint not null,
  calls bigint not null,
  primary key (kind, name, at, bucket)
) partition by range (at);

create table portal.call_latency_day (
  kind text not null,
  name text not null,
  day date not null,
  bucket smallint not null,
  calls bigint not null,
  primary key (kind, name, day, bucket)
) partition by range (day);

-- Which API calls made which calls of modules; api '': jobs and commands.
create table portal.call_pair_day (
  day date not null,
  api text not null,
  fm text not null,
  calls bigint not null,
  -- with an HTTP status of 400 and more
  failed bigint not null,
  took_us bigint not null,
  primary key (day, api, fm)
) partition by range (day);

-- Who made an API call with a session of their own; a program with a token is nobody.
create table portal.active_user_hour (
  hour timestamptz not null,
  identity_id uuid not null,
  identity_type text not null,
  primary key (hour, identity_id)
) partition by range (hour);

create table portal.active_user_day (
  day date not null,
  identity_id uuid not null,
  identity_type text not null,
  primary key (day, identity_id)
) partition by range (day);

-- How many they are: exact, by what was added to the two tables above. Hours do not add up to days.
create table portal.user_count_hour (
  hour timestamptz not null,
  identity_type text not null,
  users bigint not null,
  primary key (hour, identity_type)
) partition by range (hour);

create table portal.user_count_day (
  day date not null,
  identity_type text not null,
  users bigint not null,
  primary key (day, identity_type)
) partition by range (day);

-- What a node was like each ten seconds. requests (API calls), errors (answered with 500 and more) and dropped_records are those of the
-- ten seconds; jobs_waiting is the queue of all nodes.
create table portal.node_sample (
  node text not null,
  at timestamptz not null,
  in_flight integer not null,
  requests integer not null,
  errors integer not null,
  pool_total integer not null,
  pool_idle integer not null,
  pool_waiting integer not null,
  jobs_waiting integer not null,
  jobs_running integer not null,
  workers_busy integer not null,
  workers_waiting integer not null,
  lag_p99_us integer not null,
  loop_used real not null,
  rss bigint not null,
  heap_used bigint not null,
  dropped_records integer not null,
  primary key (at, node)
) partition by range (at);

-- Nothing is lost when a partition was not made in time.
create table portal.call_count_minute_default partition of portal.call_count_minute default;
create table portal.call_count_hour_default partition of portal.call_count_hour default;
create table portal.call_count_day_default partition of portal.call_count_day default;
create table portal.call_latency_minute_default partition of portal.call_latency_minute default;
create table portal.call_latency_hour_default partition of portal.call_latency_hour default;
create table portal.call_latency_day_default partition of portal.call_latency_day default;
create table portal.call_pair_day_default partition of portal.call_pair_day default;
create table portal.active_user_hour_default partition of portal.active_user_hour default;
create table portal.active_user_day_default partition of portal.active_user_day default;
create table portal.user_count_hour_default partition of portal.user_count_hour default;
create table portal.user_count_day_default partition of portal.user_count_day default;
create table portal.node_sample_default partition of portal.node_sample default;

-- Adds calls to the rollups. Several nodes do so at once: all take the tables, and the rows of a table, in one order.
create function portal.count_calls(
  of_kind text, moments timestamptz[], names text[], durations integer[], outcomes text[], statuses smallint[],
  sessions uuid[], apis text[]
) returns void
language plpgsql as $$
begin
  with minutes as materialized (
    select name, outcome_code, http_status, date_trunc('minute', at, 'UTC') as at,
           count(*) as calls, sum(us) as took_us, max(us) as max_us, max(at) as last_at
      from unnest(moments, names, durations, outcomes, statuses) as call(at, name, us, outcome_code, http_status)
     group by 1, 2, 3, 4
  ), of_minutes as (
    insert into portal.call_count_minute as kept
      (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
    select of_kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at
      from minutes order by at, name, outcome_code, http_status
    on conflict (kind, at, name, outcome_code, http_status) do update set
      calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
      max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at)
  ), of_hours as (
    insert into portal.call_count_hour as kept
      (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
    select of_kind, name, outcome_code, http_status, date_trunc('hour', at, 'UTC') as hour,
           sum(calls), sum(took_us), max(max_us), max(last_at)
      from minutes group by hour, name, outcome_code, http_status order by hour, name, outcome_code, http_status
    on conflict (kind, at, name, outcome_code, http_status) do update set
      calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
      max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at)
  )
  insert into portal.call_count_day as kept
    (kind, name, outcome_code, http_status, day, calls, took_us, max_us, last_at)
  select of_kind, name, outcome_code, http_status, (at at time zone 'Europe/Kyiv')::date as day,
         sum(calls), sum(took_us), max(max_us), max(last_at)
    from minutes group by day, name, outcome_code, http_status order by day, name, outcome_code, http_status
  on conflict (kind, day, name, outcome_code, http_status) do update set
    calls = kept.calls + excluded.calls, took_us = kept.took_us + excluded.took_us,
    max_us = greatest(kept.max_us, excluded.max_us), last_at = greatest(kept.last_at, excluded.last_at);

  with minutes as materialized (
    select coalesce(name, '') as name, at, bucket, count(*) as calls
      from (select call.name, date_trunc('minute', call.at, 'UTC') as at, portal.latency_bucket(call.us) as bucket
              from unnest(moments, names, durations) as call(at, name, us)) as call
     group by grouping sets ((name, at, bucket), (at, bucket))
  ), of_minutes as (
    insert into portal.call_latency_minute as kept (kind, name, at, bucket, calls)
    select of_kind, name, at, bucket, calls from minutes order by name, at, bucket
    on conflict (kind, name, at, bucket) do update set calls = kept.calls + excluded.calls
  ), of_hours as (
    insert into portal.call_latency_hour as kept (kind, name, at, bucket, calls)
    select of_kind, name, date_trunc('hour', at, 'UTC') as hour, bucket, sum(calls)
      from minutes group by name, hour, bucket order by name, hour, bucket
    on conflict (kind, name, at, bucket) do update set calls = kept.calls + excluded.calls
  )
  insert into portal.call_latency_day as kept (kind, name, day, bucket, calls)
  select of_kind, name, (at at time zone 'Europe/Kyiv')::date as day, bucket, sum(calls)
    from minutes group by name, day, bucket order by name, day, bucket
  on conflict (kind, name, day, bucket) do update set calls = kept.calls + excluded.calls;

  if of_kind = 'fm' then
    insert into portal.call_pair_day as kept (day, api, fm, calls, failed, took_us)
    select (at at time zone 'Europe/Kyiv')::date as day, coalesce(api, '') as of_api, name,
           count(*), count(*) filter (where http_status >= 400), sum(us)
      from unnest(moments, apis, names, statuses, durations) as call(at, api, name, http_status, us)
     group by day, of_api, name order by day, of_api, name
    on conflict (day, api, fm) do update set
      calls = kept.calls + excluded.calls, failed = kept.failed + excluded.failed,
      took_us = kept.took_us + excluded.took_us;
    return;
  end if;

  -- Who is known in an hour is known on its day: most calls of an hour find their user there and add nothing.
  with used as materialized (
    select distinct date_trunc('hour', at, 'UTC') as hour, session_id
      from unnest(moments, sessions) as call(at, session_id) where session_id is not null
  ), fresh as materialized (
    select distinct used.hour, session.identity_id
      from used join portal.session using (session_id)
     where not exists (select from portal.active_user_hour as known
                        where known.hour = used.hour and known.identity_id = session.identity_id)
  ), of_hours as (
    insert into portal.active_user_hour (hour, identity_id, identity_type)
    select hour, identity_id, identity_type from fresh join portal.identity using (identity_id) order by hour, identity_id
    on conflict (hour, identity_id) do nothing
    returning hour, identity_id, identity_type
  ), of_days as (
    insert into portal.active_user_day (day, identity_id, identity_type)
    select distinct (hour at time zone 'Europe/Kyiv')::date as day, identity_id, identity_type
      from of_hours order by day, identity_id
    on conflict (day, identity_id) do nothing
    returning day, identity_type
  ), by_hours as (
    insert into portal.user_count_hour as kept (hour, identity_type, users)
    select hour, identity_type, count(*) from of_hours group by 1, 2 order by 1, 2
    on conflict (hour, identity_type) do update set users = kept.users + excluded.users
  )
  insert into portal.user_count_day as kept (day, identity_type, users)
  select day, identity_type, count(*) from of_days group by 1, 2 order by 1, 2
  on conflict (day, identity_type) do update set users = kept.users + excluded.users;
end $$;

-- Counts the rows of a statement, whoever writes them: also a server of the version before, while a new one starts.
create function portal.count_new_calls() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'api' then
    perform portal.count_calls('api', array_agg(happened_at), array_agg(name), array_agg(duration_us),
                               array_agg(outcome_code), array_agg(http_status), array_agg(session_id), null)
       from inserted;
  else
    perform portal.count_calls('fm', array_agg(happened_at), array_agg(name), array_agg(duration_us),
                               array_agg(outcome_code), array_agg(http_status), null, array_agg(api))
       from inserted;
  end if;
  return null;
end $$;
create trigger api_calls_counted after insert on portal.api_call referencing new table as inserted
  for each statement execute function portal.count_new_calls('api');
create trigger fm_calls_counted after insert on portal.fm_call referencing new table as inserted
  for each statement execute function portal.count_new_calls('fm');

-- Makes the rollups of some days of Kyiv anew, from the raw rows. Only for days that still have all of theirs.
create function portal.recount_calls(first_day date, last_day date) returns void language plpgsql as $$
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
  select kind, name, outcome_code, http_status, date_trunc('minute', happened_at, 'UTC') as minute,
         count(*), sum(duration_us), max(duration_us), max(happened_at)
    from (select 'api' as kind, name, outcome_code, http_status, happened_at, duration_us from portal.api_call
          union all
          select 'fm', name, outcome_code, http_status, happened_at, duration_us from portal.fm_call) as call
   where happened_at >= first_at and happened_at < end_at
   group by kind, minute, name, outcome_code, http_status order by kind, minute, name, outcome_code, http_status;
  insert into portal.call_count_hour (kind, name, outcome_code, http_status, at, calls, took_us, max_us, last_at)
  select kind, name, outcome_code, http_status, date_trunc('hour', at, 'UTC') as hour,
         sum(calls), sum(took_us), max(max_us), max(last_at)
    from portal.call_count_minute where at >= first_at and at < end_at
   group by kind, hour, name, outcome_code, http_status order by kind, hour, name, outcome_code, http_status;
  insert into portal.call_count_day (kind, name, outcome_code, http_status, day, calls, took_us, max_us, last_at)
  select kind, name, outcome_code, http_status, (at at time zone 'Europe/Kyiv')::date as of_day,
         sum(calls), sum(took_us), max(max_us), max(last_at)
    from portal.call_count_hour where at >= first_at and at < end_at
   group by kind, of_day, name, outcome_code, http_status order by kind, of_day, name, outcome_code, http_status;

  insert into portal.call_latency_minute (kind, name, at, bucket, calls)
  select kind, coalesce(name, '') as of_name, minute, of_bucket, count(*)
    from (select kind, name, date_trunc('minute', happened_at, 'UTC') as minute, portal.latency_bucket(duration_us) as of_bucket
            from (select 'api' as kind, name, happened_at, duration_us from portal.api_call
                  union all select 'fm', name, happened_at, duration_us from portal.fm_call) as raw
           where happened_at >= first_at and happened_at < end_at) as call
   group by grouping sets ((kind, name, minute, of_bucket), (kind, minute, of_bucket))
   order by kind, of_name, minute, of_bucket;
  insert into portal.call_latency_hour (kind, name, at, bucket, calls)
  select kind, name, date_trunc('hour', at, 'UTC') as hour, bucket, sum(calls)
    from portal.call_latency_minute where at >= first_at and at < end_at
   group by kind, name, hour, bucket order by kind, name, hour, bucket;
  insert into portal.call_latency_day (kind, name, day, bucket, calls)
  select kind, name, (at at time zone 'Europe/Kyiv')::date as of_day, bucket, sum(calls)
    from portal.call_latency_hour where at >= first_at and at < end_at
   group by kind, name, of_day, bucket order by kind, name, of_day, bucket;

  insert into portal.call_pair_day (day, api, fm, calls, failed, took_us)
  select (happened_at at time zone 'Europe/Kyiv')::date as of_day, coalesce(api, '') as of_api, name,
         count(*), count(*) filter (where http_status >= 400), sum(duration_us)
    from portal.fm_call where happened_at >= first_at and happened_at < end_at
   group by of_day, of_api, name order by of_day, of_api, name;

  insert into portal.active_user_hour (hour, identity_id, identity_type)
  select distinct used.hour, identity_id, identity_type
    from (select distinct date_trunc('hour', happened_at, 'UTC') as hour, session_id from portal.api_call
           where happened_at >= first_at and happened_at < end_at and session_id is not null) as used
    join portal.session using (session_id) join portal.identity using (identity_id)
   order by used.hour, identity_id;
  insert into portal.active_user_day (day, identity_id, identity_type)
  select distinct (hour at time zone 'Europe/Kyiv')::date as of_day, identity_id, identity_type
    from portal.active_user_hour where hour >= first_at and hour < end_at order by of_day, identity_id;
  insert into portal.user_count_hour (hour, identity_type, users)
  select hour, identity_type, count(*) from portal.active_user_hour where hour >= first_at and hour < end_at group by 1, 2;
  insert into portal.user_count_day (day, identity_type, users)
  select day, identity_type, count(*) from portal.active_user_day where day between first_day and last_day group by 1, 2;
end $$;

-- Makes the partitions of a table for a day and some days after it, by 'day', 'month' or 'year' (UTC), named by it. Rows that went
-- to the default partition meanwhile move to their partition. Servers that do this at once queue at a lock.
create function portal.make_partitions(
  of_table text, unit text, first_day date, days_ahead integer, out made integer, out moved bigint
) language plpgsql as $$
declare
  key_name text;
  wanted record;
  moved_here bigint;
begin
  made := 0;
  moved := 0;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('portal.make_partitions', 0));
  select attname into strict key_name
    from pg_catalog.pg_partitioned_table join pg_catalog.pg_attribute on attrelid = partrelid and attnum = partattrs[0]
   where partrelid = pg_catalog.to_regclass('portal.' || of_table);
  for wanted in
    select of_table || '_' || pg_catalog.to_char(span.first, pg_catalog.left('YYYYMMDD',
             case unit when 'day' then 8 when 'month' then 6 else 4 end)) as partition_name,
           pg_catalog.to_char(span.first, 'YYYY-MM-DD"T00:00:00Z"') as starts_at,
           pg_catalog.to_char(span.first + ('1 ' || unit)::interval, 'YYYY-MM-DD"T00:00:00Z"') as ends_at
      from (select distinct pg_catalog.date_trunc(unit, day) as first
              from pg_catalog.generate_series(first_day::timestamp, first_day + days_ahead, interval '1 day') as day) as span
     order by span.first
  loop
    continue when pg_catalog.to_regclass('portal.' || wanted.partition_name) is not null;
    -- A row on its way to the default partition while its partition is attached would be refused: writers wait the moment.
    execute pg_catalog.format('lock table portal.%I in share row exclusive mode', of_table);
    execute pg_catalog.format('create table portal.%I (like portal.%I including all)', wanted.partition_name, of_table);
    execute pg_catalog.format(
      'with moved as (delete from portal.%I where %I >= %L and %I < %L returning *)
       insert into portal.%I select * from moved',
      of_table || '_default', key_name, wanted.starts_at, key_name, wanted.ends_at, wanted.partition_name);
    get diagnostics moved_here = row_count;
    execute pg_catalog.format('alter table portal.%I attach partition portal.%I for values from (%L) to (%L)',
                              of_table, wanted.partition_name, wanted.starts_at, wanted.ends_at);
    made := made + 1;
    moved := moved + moved_here;
  end loop;
end $$;

-- Deletes what a table holds of the time before a day (UTC): partitions as a whole, once all of their time is before it. Answers how
-- many partitions went. Servers that do this, or make partitions, at once queue at a lock.
create function portal.drop_partitions(of_table text, first_kept_day date) returns integer
language plpgsql as $$
declare
  old record;
  key_name text;
  dropped integer := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('portal.make_partitions', 0));
  -- Whoever reads the table for long is not waited for, and so holds up no writer: the next run tries again.
  perform pg_catalog.set_config('lock_timeout', '2s', true);
  for old in
    select child.relname as partition_name
      from pg_catalog.pg_inherits
      join pg_catalog.pg_class child on child.oid = inhrelid
      cross join lateral (select pg_catalog.substring(child.relname::text, '_([0-9]+)$') as digits) as suffix
     where inhparent = pg_catalog.to_regclass('portal.' || of_table) and digits is not null
       and pg_catalog.to_date(digits, pg_catalog.left('YYYYMMDD', pg_catalog.length(digits)))
             + case pg_catalog.length(digits) when 8 then interval '1 day' when 6 then interval '1 month' else interval '1 year' end
           <= first_kept_day
     order by child.relname
  loop
    execute pg_catalog.format('drop table portal.%I', old.partition_name);
    dropped := dropped + 1;
  end loop;
  select attname into strict key_name
    from pg_catalog.pg_partitioned_table join pg_catalog.pg_attribute on attrelid = partrelid and attnum = partattrs[0]
   where partrelid = pg_catalog.to_regclass('portal.' || of_table);
  execute pg_catalog.format('delete from portal.%I where %I < %L', of_table || '_default', key_name,
                            pg_catalog.to_char(first_kept_day, 'YYYY-MM-DD"T00:00:00Z"'));
  return dropped;
end $$;

drop function portal.make_log_partitions(date, integer);
drop function portal.drop_log_partitions(date);

-- The rollups of what an installation has recorded so far.
do $$
declare
  first_at timestamptz;
  last_at timestamptz;
  rollup record;
begin
  select min(at), max(at) into first_at, last_at
    from (select happened_at as at from portal.api_call union all select happened_at from portal.fm_call) as call;
  if first_at is null then return; end if;
  for rollup in
    select * from (values
      ('call_count_minute', 'day'), ('call_latency_minute', 'day'), ('call_count_hour', 'month'), ('call_latency_hour', 'month'),
      ('active_user_hour', 'month'), ('user_count_hour', 'month'), ('call_count_day', 'year'), ('call_latency_day', 'year'),
      ('call_pair_day', 'year'), ('active_user_day', 'year'), ('user_count_day', 'year')) as rollup(name, unit)
  loop
    perform portal.make_partitions(rollup.name, rollup.unit, (first_at at time zone 'UTC')::date,
                                   (last_at at time zone 'UTC')::date - (first_at at time zone 'UTC')::date + 1);
  end loop;
  -- A day at a time, which fits into memory.
  perform portal.recount_calls(of_day::date, of_day::date)
     from generate_series((first_at at time zone 'Europe/Kyiv')::date::timestamp, (last_at at time zone 'Europe/Kyiv')::date,
                          interval '1 day') as of_day;
end $$;
