-- A person of a company has a sign-in, but no cabinet: the company is registered once, by the sign-in that signed up.
create function portal.count_member() returns trigger language plpgsql as $$
declare
  former uuid := case when tg_op <> 'INSERT' then old.identity_id end;
  current uuid := case when tg_op <> 'DELETE' then new.identity_id end;
begin
  if former is distinct from current then
    insert into portal.registration_count (day, identity_type, registrations)
    select (created_at at time zone 'Europe/Kyiv')::date, identity_type, case identity_id when former then 1 else -1 end
    from portal.identity where identity_id in (former, current);
  end if;
  return null;
end $$;
create trigger company_member_count after insert or update of identity_id or delete on portal.company_member
  for each row execute function portal.count_member();

create or replace function portal.move_registration() returns trigger language plpgsql as $$
begin
  insert into portal.registration_count (day, identity_type, registrations)
  select moved.day, moved.identity_type, moved.registrations
  from (values ((old.created_at at time zone 'Europe/Kyiv')::date, old.identity_type, -1),
    ((new.created_at at time zone 'Europe/Kyiv')::date, new.identity_type, 1)) moved (day, identity_type, registrations)
  where not exists (select from portal.company_member member where member.identity_id = new.identity_id);
  return null;
end $$;

create or replace function portal.recount_registrations() returns void language plpgsql as $$
begin
  delete from portal.registration_count;
  insert into portal.registration_count (day, identity_type, registrations)
  select (created_at at time zone 'Europe/Kyiv')::date, identity_type, count(*) from portal.identity
  where not exists (select from portal.company_member member where member.identity_id = identity.identity_id)
  group by 1, 2;
end $$;

select portal.recount_registrations();
