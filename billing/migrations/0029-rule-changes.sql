-- Rules of the supplier by date. It begins with supplier.rules; each row here says some of them anew from a moment on, which is never
-- before the row was saved. The rules of a moment are the newest values of the rows in force then.
create table billing.rule_change (
  -- the id of the request that saved it
  change_id uuid primary key,
  -- saving and undoing are counted together: who has seen up to a number knows what came later
  saved_number bigint not null unique check (saved_number > 0),
  valid_from timestamptz not null,
  -- path of a rule -> value; `before` has what would have been in force then without it
  "values" jsonb not null check (jsonb_typeof("values") = 'object' and "values" <> '{}'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  reason text not null check (reason <> ''),
  author_id text not null,
  author_name text not null,
  saved_at timestamptz not null,
  undone_number bigint unique check (undone_number > saved_number),
  undone_at timestamptz,
  undone_by_id text,
  undone_by_name text,
  undone_reason text,
  constraint rule_change_future_check check (valid_from > saved_at),
  constraint rule_change_undone_check check (num_nonnulls(undone_number, undone_at, undone_by_id, undone_by_name, undone_reason) in (0, 5)),
  -- what has been in force stays known
  constraint rule_change_undone_before_check check (undone_at < valid_from)
);

create function billing.refuse_rule_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.undone_at is null and new.undone_at is not null
      and to_jsonb(new) - '{undone_number,undone_at,undone_by_id,undone_by_name,undone_reason}'::text[]
        = to_jsonb(old) - '{undone_number,undone_at,undone_by_id,undone_by_name,undone_reason}'::text[]
    then return new; end if;
  end if;
  raise exception 'a version of rules is only undone, once';
end $$;
create trigger rule_change_append_only before update or delete on billing.rule_change
  for each row execute function billing.refuse_rule_change();
create trigger rule_change_not_truncated before truncate on billing.rule_change
  for each statement execute function billing.refuse_rule_change();
