-- without transaction
-- Reads the table once while nodes write to it, so that it is attached without being read.
-- safe: what was moved is not moved again, and a validated check is valid; validating keeps no writer waiting
do $$
declare
  bound uuid := (select substring(pg_catalog.pg_get_constraintdef(oid), '''([0-9a-f-]{36})''')::uuid
    from pg_catalog.pg_constraint where conrelid = 'portal.account_event'::regclass and conname = 'account_event_months');
begin
  with moved as (
    delete from portal.account_event where event_id >= bound returning *
  )
  insert into portal.account_event_default (account_number, event_id, kind, payload, happened_at)
  select account_number, event_id, kind, payload, happened_at from moved;
  alter table portal.account_event validate constraint account_event_months;
end $$;
