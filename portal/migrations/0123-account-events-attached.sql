-- safe: changes the catalogue alone; release 1.0.0 finds a table of the same name, columns and key
do $$
declare
  bound uuid := (select substring(pg_catalog.pg_get_constraintdef(oid), '''([0-9a-f-]{36})''')::uuid
    from pg_catalog.pg_constraint where conrelid = 'portal.account_event'::regclass and conname = 'account_event_months');
begin
  alter table portal.account_event rename to account_event_before;
  alter index portal.account_event_pkey rename to account_event_before_pkey;
  drop index portal.account_events_happened_at_idx;
  create table portal.account_event (
    account_number text not null,
    event_id uuid not null,
    kind text not null,
    payload jsonb not null,
    happened_at timestamptz not null,
    primary key (account_number, event_id)
  ) partition by range (event_id);
  execute pg_catalog.format('alter table portal.account_event attach partition portal.account_event_before for values from (minvalue) to (%L)', bound);
  alter table portal.account_event attach partition portal.account_event_default default;
end $$;

-- Partitions of events with the id after their last one; the default partition is none.
create view portal.account_event_partition as
select child.relname::text as name,
       substring(pg_catalog.pg_get_expr(child.relpartbound, child.oid), 'TO \(''([0-9a-f-]{36})''')::uuid as ends_at
  from pg_catalog.pg_inherits join pg_catalog.pg_class as child on child.oid = inhrelid
 where inhparent = 'portal.account_event'::regclass and child.relname <> 'account_event_default';

-- Makes the partitions of the months that begin up to two months after a moment; answers how many.
create function portal.make_event_partitions(of_moment timestamptz) returns integer language plpgsql as $$
declare
  first_at timestamptz;
  new_name text;
  made integer := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('portal.make_partitions', 0));
  for first_at in
    select month at time zone 'UTC'
      from pg_catalog.generate_series(pg_catalog.date_trunc('month', of_moment at time zone 'UTC'),
                                      (of_moment at time zone 'UTC') + interval '2 months', interval '1 month') as month
  loop
    continue when exists (select from portal.account_event_partition where ends_at > portal.first_id_of(first_at));
    new_name := 'account_event_' || pg_catalog.to_char(first_at at time zone 'UTC', 'YYYYMM');
    -- Attached, not "partition of": writers of other months go on.
    execute pg_catalog.format('create table portal.%I (like portal.account_event including all)', new_name);
    execute pg_catalog.format('alter table portal.account_event attach partition portal.%I for values from (%L) to (%L)', new_name,
      portal.first_id_of(first_at), portal.first_id_of((first_at at time zone 'UTC' + interval '1 month') at time zone 'UTC'));
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the months that are before a moment, and up to some events without a month; answers how many events went.
create function portal.remove_events(before timestamptz, at_most integer) returns bigint language plpgsql as $$
declare
  old_name text;
  in_partition bigint;
  removed bigint;
begin
  -- Whoever reads for long is not waited for, and so holds up no writer: the next run tries again.
  perform pg_catalog.set_config('lock_timeout', '2s', true);
  delete from portal.account_event where (account_number, event_id) in (
    select account_number, event_id from portal.account_event_default where happened_at < before limit at_most);
  get diagnostics removed = row_count;
  for old_name in select name from portal.account_event_partition where ends_at <= portal.first_id_of(before) loop
    execute pg_catalog.format('select count(*) from portal.%I', old_name) into in_partition;
    execute pg_catalog.format('drop table portal.%I', old_name);
    removed := removed + in_partition;
  end loop;
  return removed;
end $$;
