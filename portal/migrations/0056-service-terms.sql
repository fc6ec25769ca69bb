-- What the supplier promises, by date: each row is one version of the work calendar, of the term of a kind of request, of the hours
-- of chats, or of the term of a compensation, and counts from a day after the one on which it was saved. Its content is put into
-- the tables that are read (work_calendar, service_standard, chat_rule, compensation_rule), which nothing else changes; what they
-- had before is what the supplier began with.
create table portal.service_term_change (
  -- the id of the request that saved it
  change_id uuid primary key,
  -- saving and undoing are counted together: who has seen up to a number knows what came later
  saved_number bigint not null unique check (saved_number > 0),
  kind text not null check (kind in ('calendar', 'standard', 'chat', 'compensation')),
  -- of a standard; '': there is one of the kind
  code text not null check ((kind = 'standard') = (code <> '')),
  -- for what happens on this day or later
  valid_from date not null,
  -- the version, and the one that counted until then
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  reason text not null check (reason <> ''),
  author_id uuid not null references portal.administrator,
  saved_at timestamptz not null,
  undone_number bigint unique check (undone_number > saved_number),
  undone_at timestamptz,
  undone_by uuid references portal.administrator,
  undone_reason text,
  constraint service_term_change_future_check check (valid_from > (saved_at at time zone 'Europe/Kyiv')::date),
  constraint service_term_change_undone_check
    check (num_nonnulls(undone_number, undone_at, undone_by, undone_reason) in (0, 4)),
  -- what has been in force stays known
  constraint service_term_change_undone_before_check check ((undone_at at time zone 'Europe/Kyiv')::date < valid_from)
);
create unique index service_term_change_valid_from_key on portal.service_term_change (kind, code, valid_from)
  where undone_at is null;
create index service_term_changes_author_id_idx on portal.service_term_change (author_id);
create index service_term_changes_undone_by_idx on portal.service_term_change (undone_by) where undone_by is not null;

alter table portal.work_calendar add constraint work_calendar_valid_from_key unique (valid_from);

create function portal.refuse_service_term_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.undone_at is null and new.undone_at is not null
      and to_jsonb(new) - '{undone_number,undone_at,undone_by,undone_reason}'::text[]
        = to_jsonb(old) - '{undone_number,undone_at,undone_by,undone_reason}'::text[]
    then return new; end if;
  end if;
  raise exception 'a version of service terms is only undone, once';
end $$;
create trigger service_term_change_append_only before update or delete on portal.service_term_change
  for each row execute function portal.refuse_service_term_change();
create trigger service_term_change_not_truncated before truncate on portal.service_term_change
  for each statement execute function portal.refuse_service_term_change();

create function portal.apply_service_term_change() returns trigger language plpgsql as $$
declare
  c jsonb := new.content;
  added integer;
begin
  if tg_op = 'UPDATE' then
    case new.kind
      when 'calendar' then
        delete from portal.work_calendar_day d using portal.work_calendar w
          where w.version = d.version and w.valid_from = new.valid_from;
        delete from portal.work_calendar where valid_from = new.valid_from;
      when 'standard' then
        delete from portal.service_standard where code = new.code and valid_from = new.valid_from;
      when 'chat' then
        delete from portal.chat_rule where valid_from = new.valid_from;
      else
        delete from portal.compensation_rule where valid_from = new.valid_from;
    end case;
    return null;
  end if;
  case new.kind
    when 'calendar' then
      insert into portal.work_calendar (version, valid_from, weekly_days_off, holidays_are_workdays, opens_at, closes_at,
        after_hours_is_next_day)
      select max(version) + 1, new.valid_from, array(select jsonb_array_elements_text(c -> 'weeklyDaysOff')::integer),
        (c ->> 'holidaysAreWorkdays')::boolean, (c ->> 'opensAt')::time, (c ->> 'closesAt')::time,
        (c ->> 'afterHoursIsNextDay')::boolean
      from portal.work_calendar returning version into added;
      insert into portal.work_calendar_day (version, day, kind)
      select added, (d ->> 'day')::date, d ->> 'kind' from jsonb_array_elements(c -> 'days') d;
    when 'standard' then
      insert into portal.service_standard (code, valid_from, term_days, term_unit, basis, extension_days,
        household_kopiykas, small_business_kopiykas, other_kopiykas, compensation_days)
      values (new.code, new.valid_from, (c ->> 'days')::smallint, c ->> 'unit', c ->> 'basis',
        (c ->> 'extensionDays')::smallint, ((c -> 'compensation' ->> 'household')::numeric * 100)::bigint,
        ((c -> 'compensation' ->> 'smallBusiness')::numeric * 100)::bigint,
        ((c -> 'compensation' ->> 'other')::numeric * 100)::bigint, (c -> 'compensation' ->> 'afterDays')::smallint);
    when 'chat' then
      insert into portal.chat_rule (valid_from, opens_at, closes_at, answer_minutes, ticket_after_minutes,
        ends_after_minutes)
      values (new.valid_from, (c ->> 'opensAt')::time, (c ->> 'closesAt')::time, (c ->> 'answerMinutes')::integer,
        (c ->> 'ticketAfterMinutes')::integer, (c ->> 'endsAfterMinutes')::integer);
    else
      insert into portal.compensation_rule (valid_from, due_days, basis)
      values (new.valid_from, (c ->> 'dueDays')::smallint, c ->> 'basis');
  end case;
  return null;
end $$;
create trigger service_term_change_applied after insert or update on portal.service_term_change
  for each row execute function portal.apply_service_term_change();

-- A statement of its own, not that of the function above.
create function portal.refuse_service_terms() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is changed by portal.service_term_change alone', tg_table_name;
  end if;
  return null;
end $$;
create trigger work_calendar_by_changes before insert or update or delete or truncate on portal.work_calendar
  for each statement execute function portal.refuse_service_terms();
create trigger work_calendar_day_by_changes before insert or update or delete or truncate on portal.work_calendar_day
  for each statement execute function portal.refuse_service_terms();
create trigger service_standard_by_changes before insert or update or delete or truncate on portal.service_standard
  for each statement execute function portal.refuse_service_terms();
create trigger chat_rule_by_changes before insert or update or delete or truncate on portal.chat_rule
  for each statement execute function portal.refuse_service_terms();
create trigger compensation_rule_by_changes before insert or update or delete or truncate on portal.compensation_rule
  for each statement execute function portal.refuse_service_terms();
