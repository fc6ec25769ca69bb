-- Violation acts that staff draw up and change (decision 0148). Null or empty: not said, as of acts that came with an import.
alter table billing.violation_act
  add column kind text check (kind in ('bypass', 'selfConnection', 'brokenSeal', 'magnet', 'damagedMeter', 'noAccess', 'other')),
  add column place text not null default '',
  add column meter_serial text,
  add column found text not null default '',
  -- who was there: ["…", …]
  add column present jsonb not null default '[]' check (jsonb_typeof(present) = 'array'),
  -- by what the commission found energy and sum: contract/values/managed-act.ts
  add column basis jsonb check (jsonb_typeof(basis) = 'object'),
  -- drawn up by staff, not imported
  add column is_of_staff boolean not null default false,
  -- grows with each step of staff and each confirmation
  add column revision integer not null default 0 check (revision >= 0),
  -- the imported row as it was before staff first changed it: a file that says it again undoes nothing
  add column file_said jsonb check (jsonb_typeof(file_said) = 'object');
-- What staff draw up has a number that no other act of staff has; imported numbers are looked at when it is drawn up.
create unique index violation_act_of_staff_number_key on billing.violation_act (upper(act_number)) where is_of_staff;
create index violation_acts_drawn_on_idx on billing.violation_act (drawn_on desc, account_number desc, act_number desc);
create index violation_acts_state_drawn_on_idx on billing.violation_act (state, drawn_on desc, account_number desc, act_number desc);

-- What staff did with an act. A step that makes a customer owe, or drops what was decided or paid, is proposed, and another person
-- confirms it. The history is never edited.
create table billing.act_step (
  account_number text not null,
  act_number text not null,
  -- the id of the request that saved it
  step_id uuid not null,
  -- the revision of the act that it made; saving and deciding are counted together
  saved_number integer not null check (saved_number > 0),
  kind text not null check (kind in ('drawn', 'invited', 'decided', 'instalments', 'cancelled')),
  state text not null check (state in ('applied', 'proposed', 'confirmed', 'withdrawn')),
  -- as it was asked for: the same request again is known by it
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  -- fields of the act -> value, as contract/values/managed-act.ts has them; a confirmation adds what it has found out
  "values" jsonb not null check (jsonb_typeof("values") = 'object'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- '': none is asked for
  reason text not null,
  author_id text not null,
  author_name text not null,
  saved_at timestamptz not null,
  decided_number integer check (decided_number > saved_number),
  decided_at timestamptz,
  decided_by_id text,
  decided_by_name text,
  -- '' when it was confirmed
  decided_reason text,
  primary key (account_number, act_number, step_id),
  foreign key (account_number, act_number) references billing.violation_act,
  constraint act_step_decided_check check (
    num_nonnulls(decided_number, decided_at, decided_by_id, decided_by_name, decided_reason)
      = case when state in ('confirmed', 'withdrawn') then 5 else 0 end),
  constraint act_step_two_persons_check check (state <> 'confirmed' or decided_by_id <> author_id),
  constraint act_step_proposed_check check (
    state = 'applied' or kind = 'decided' or kind = 'cancelled'),
  constraint act_step_billed_check check (state <> 'applied' or kind <> 'decided' or "values" ->> 'state' = 'cancelled')
);
create unique index act_step_saved_number_key on billing.act_step (account_number, act_number, saved_number);
-- one proposal is decided after the other
create unique index act_step_proposed_key on billing.act_step (account_number, act_number) where state = 'proposed';

create function billing.refuse_act_step_change() returns trigger language plpgsql as $$
declare
  is_empty boolean;
begin
  if tg_op = 'TRUNCATE' then
    execute format('select not exists (select from %s)', tg_relid::regclass) into is_empty;
    if is_empty then return null; end if;
  end if;
  if tg_op = 'UPDATE' then
    if old.state = 'proposed' and new.state in ('confirmed', 'withdrawn') and new."values" @> old."values"
      and to_jsonb(new) - '{state,values,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason}'::text[]
        = to_jsonb(old) - '{state,values,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason}'::text[]
    then return new; end if;
  end if;
  raise exception 'a step of an act is only decided, once';
end $$;
create trigger act_step_append_only before update or delete on billing.act_step
  for each row execute function billing.refuse_act_step_change();
create trigger act_step_not_truncated before truncate on billing.act_step
  for each statement execute function billing.refuse_act_step_change();

-- What an act comes to, and that it is dropped after it was decided, is changed by a confirmed step alone.
create function billing.guard_violation_act() returns trigger language plpgsql as $$
begin
  if (new.amount_kopiykas <> old.amount_kopiykas or (new.state = 'cancelled' and old.state not in ('drawn', 'served', 'hearingSet', 'cancelled')))
    and not exists (select from billing.act_step s where s.account_number = new.account_number and s.act_number = new.act_number
      and s.state = 'confirmed' and s.decided_number = new.revision) then
    raise exception 'two persons decide what an act comes to';
  end if;
  return new;
end $$;
create trigger violation_act_guard before update on billing.violation_act
  for each row execute function billing.guard_violation_act();

-- Schedules by which acts are paid; the newest of an act counts. Parts are in the order of their days and add up to what the ledger
-- had as unpaid when the schedule was made.
create table billing.act_schedule (
  account_number text not null,
  act_number text not null,
  -- of the act: the step that made it
  revision integer not null,
  due_on date[] not null,
  amounts_kopiykas bigint[] not null,
  total_kopiykas bigint not null check (total_kopiykas > 0),
  primary key (account_number, act_number, revision),
  foreign key (account_number, act_number) references billing.violation_act,
  constraint act_schedule_parts_check check (cardinality(due_on) = cardinality(amounts_kopiykas) and cardinality(due_on) between 1 and 36)
);

create function billing.guard_act_schedule() returns trigger language plpgsql as $$
declare
  unpaid bigint;
begin
  if tg_op <> 'INSERT' then
    raise exception 'a schedule of an act is replaced, never changed';
  end if;
  if exists (
      select from (
        select due_on, amount, lag(due_on) over (order by place) as earlier
        from unnest(new.due_on, new.amounts_kopiykas) with ordinality part (due_on, amount, place)) parts
      where due_on is null or amount is null or amount <= 0 or due_on <= earlier)
    or (select sum(amount) from unnest(new.amounts_kopiykas) amount) <> new.total_kopiykas then
    raise exception 'parts of a schedule are above zero, follow each other by day and add up to its total';
  end if;
  select coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas else -amount_kopiykas end), 0) into unpaid
  from billing.ledger_entry e
  where e.account_number = new.account_number and e.act_number = new.act_number
    and 'actReceivable' in (e.debit_account, e.credit_account);
  if unpaid <> new.total_kopiykas then
    raise exception 'a schedule adds up to what is unpaid of the act: % instead of %', new.total_kopiykas, unpaid;
  end if;
  return new;
end $$;
create trigger act_schedule_guard before insert or update or delete on billing.act_schedule
  for each row execute function billing.guard_act_schedule();
create trigger act_schedule_not_truncated before truncate on billing.act_schedule
  for each statement execute function billing.refuse_act_step_change();
