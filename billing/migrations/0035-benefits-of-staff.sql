-- Benefits and subsidies that staff enter beside those of imports (decision 0138). An account has one of a kind for a month, whoever
-- brought it.
alter table billing.benefit add column source text not null default 'import' check (source in ('import', 'staff'));

-- What staff did with benefits, never edited: what was entered, and what was taken away before it was booked.
create table billing.benefit_step (
  account_number text not null references billing.account,
  -- of the call that asked for it
  request_id uuid not null,
  step text not null check (step in ('added', 'removed')),
  benefit_id uuid not null,
  period char(7) not null,
  kind text not null check (kind in ('benefit', 'subsidy')),
  posting_period char(7) not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  title text not null,
  reason text not null check (reason <> ''),
  author_id text not null,
  author_name text not null,
  saved_at timestamptz not null,
  primary key (account_number, request_id)
);
create unique index benefit_step_benefit_id_step_key on billing.benefit_step (account_number, benefit_id, step);

create function billing.refuse_benefit_step_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of benefits is append-only';
end $$;
create trigger benefit_step_append_only before update or delete on billing.benefit_step
  for each statement execute function billing.refuse_benefit_step_change();

-- The closing of its posting period reads a benefit and books it: from the start of the closing on it stays as it is.
create function billing.guard_benefit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.source <> 'staff' then
    raise exception 'a benefit is never changed, and one of an import never removed';
  end if;
  if exists (select from billing.period p where p.period = old.posting_period and p.state <> 'open')
    or exists (select from billing.ledger_entry e where e.account_number = old.account_number
      and e.period = old.posting_period and e.entry_id = old.benefit_id) then
    raise exception 'a benefit that is booked, or being booked, is never removed';
  end if;
  return old;
end $$;
create trigger benefit_guard before update or delete on billing.benefit
  for each row execute function billing.guard_benefit();
