-- A version of a tariff that administrators prepare. Once a second one has activated it, it stands in billing.tariff_version too.
create table billing.tariff_plan (
  plan_id uuid primary key,
  tariff_code text not null references billing.tariff,
  valid_from date not null,
  -- as billing.tariff_version has it
  definition jsonb not null,
  act text not null check (act <> ''),
  -- its first day had come when it was planned: activating it charges the closed months anew
  is_recalculation boolean not null,
  state text not null default 'draft' check (state in ('draft', 'waiting', 'refused', 'activated', 'cancelled')),
  -- grows with each step: who makes the next one says which state was looked at
  revision integer not null default 1,
  -- the revision that gave it its day and prices
  priced_revision integer not null default 1,
  -- the identity of who gave it these prices, and why
  author_id text not null,
  author_name text not null,
  reason text not null,
  changed_at timestamptz not null,
  -- who made the last step after that, and why: asked, activated, refused or cancelled it
  decided_by_id text,
  decided_by_name text,
  decision_reason text,
  decided_at timestamptz,
  -- who activated it, also after it was cancelled
  activated_by_id text,
  constraint tariff_plan_decided_check check (state = 'draft' or decided_by_id is not null),
  constraint tariff_plan_refused_check check (state <> 'refused' or decided_by_id <> author_id),
  constraint tariff_plan_two_persons_check check (
    (state <> 'activated' or activated_by_id is not null) and activated_by_id is distinct from author_id)
);
create unique index tariff_plans_tariff_code_valid_from_key on billing.tariff_plan (tariff_code, valid_from) where state <> 'cancelled';

-- What was activated keeps its prices and its author; what was cancelled ends.
create function billing.guard_tariff_plan() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a planned version of a tariff is cancelled, not deleted';
  end if;
  if old.state = 'cancelled' then
    raise exception 'a cancelled version of a tariff is never changed';
  end if;
  if old.state = 'activated' and (new.state not in ('activated', 'cancelled')
      or (new.tariff_code, new.valid_from, new.definition, new.act, new.author_id, new.activated_by_id)
        is distinct from (old.tariff_code, old.valid_from, old.definition, old.act, old.author_id, old.activated_by_id)) then
    raise exception 'an activated version of a tariff is never changed';
  end if;
  if old.state = 'activated' and new.state = 'cancelled'
      and (new.decided_at at time zone 'Europe/Kyiv')::date >= new.valid_from then
    raise exception 'a version of a tariff that is in effect is never cancelled';
  end if;
  if new.state = 'activated' and old.state not in ('waiting', 'activated') then
    raise exception 'a version of a tariff is activated after its author asked for it';
  end if;
  return new;
end $$;
create trigger tariff_plan_guard before update or delete on billing.tariff_plan
  for each row execute function billing.guard_tariff_plan();

-- Of a version only its last day may still be told. It goes in the transaction that cancels its plan before its first day.
create function billing.guard_tariff_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.tariff_code, new.valid_from, new.definition, new.act) is distinct from
        (old.tariff_code, old.valid_from, old.definition, old.act)
        or (old.valid_to is not null and new.valid_to is distinct from old.valid_to) then
      raise exception 'a version of a tariff is never changed';
    end if;
    return new;
  end if;
  if not exists (select from billing.tariff_plan p where p.tariff_code = old.tariff_code and p.valid_from = old.valid_from
        and p.state = 'cancelled' and p.activated_by_id is not null and p.xmin = pg_current_xact_id()::xid)
      or exists (select from billing.period where period >= to_char(old.valid_from, 'YYYY-MM') and state <> 'open') then
    raise exception 'a version of a tariff is deleted only when it was cancelled before its first day';
  end if;
  return old;
end $$;
create trigger tariff_version_guard before update or delete on billing.tariff_version
  for each row execute function billing.guard_tariff_version();

-- What the accounts of a tariff would be charged by a planned version, by their consumption in closed months; the newest of each plan.
create table billing.tariff_trial (
  plan_id uuid primary key references billing.tariff_plan,
  -- counts how often it was started
  run integer not null default 1,
  -- whose day and prices are tried: billing.tariff_plan.priced_revision
  revision integer not null,
  -- whose consumption is charged
  months text[] not null,
  -- the first day of the version that it is compared with; null: with the versions of the months as they stand
  compared_with date,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- accounts up to here, in the order of account_number, are done
  done_through text not null default '',
  accounts_done integer not null default 0,
  accounts_total integer,
  -- domain/tariffs/trial-summary.ts
  summary jsonb not null,
  started_at timestamptz not null,
  progress_at timestamptz not null,
  finished_at timestamptz
);
create index tariff_trials_running_idx on billing.tariff_trial (started_at) where state = 'running';

-- A version of a tariff whose first day is in a closed month asks for the recalculation of its accounts.
alter table billing.recalculation_request drop constraint recalculation_request_cause_check,
  add constraint recalculation_request_cause_check check (cause in ('lateReading', 'masterDataChange', 'tariffChange'));
