-- Registrations by Kyiv day and type, kept by the statements that write identities. A statement appends rows and never waits for another one;
-- a job adds the rows of a day up. A figure is the sum of the rows, at any moment.
create table portal.registration_count (
  count_id bigint generated always as identity primary key,
  day date not null,
  identity_type text not null,
  registrations bigint not null
);
create index registration_counts_day_idx on portal.registration_count (day);

-- The newest of a period, in one order.
drop index portal.identities_created_at_idx;
create index identities_created_at_idx on portal.identity (created_at, identity_id);

create function portal.count_registrations() returns trigger language plpgsql as $$
begin
  insert into portal.registration_count (day, identity_type, registrations)
  select (created_at at time zone 'Europe/Kyiv')::date as day, identity_type,
    case tg_op when 'DELETE' then -count(*) else count(*) end
  from changed group by day, identity_type;
  return null;
end $$;
create trigger identity_added_count after insert on portal.identity
  referencing new table as changed for each statement execute function portal.count_registrations();
create trigger identity_deleted_count after delete on portal.identity
  referencing old table as changed for each statement execute function portal.count_registrations();

create function portal.move_registration() returns trigger language plpgsql as $$
begin
  insert into portal.registration_count (day, identity_type, registrations)
  values ((old.created_at at time zone 'Europe/Kyiv')::date, old.identity_type, -1),
    ((new.created_at at time zone 'Europe/Kyiv')::date, new.identity_type, 1);
  return null;
end $$;
create trigger identity_moved_count after update of created_at, identity_type on portal.identity for each row
  when ((old.created_at, old.identity_type) is distinct from (new.created_at, new.identity_type))
  execute function portal.move_registration();

-- Counts anew what there is: now, and where rows were written without triggers.
create function portal.recount_registrations() returns void language plpgsql as $$
begin
  delete from portal.registration_count;
  insert into portal.registration_count (day, identity_type, registrations)
  select (created_at at time zone 'Europe/Kyiv')::date, identity_type, count(*) from portal.identity group by 1, 2;
end $$;

select portal.recount_registrations();
