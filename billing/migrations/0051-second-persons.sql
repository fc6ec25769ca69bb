-- Since when the account of the second person existed at the decision (decision 0166); null: of before this column.
alter table billing.correction_request add column decided_account_since timestamptz;
alter table billing.tariff_plan add column decided_account_since timestamptz;
alter table billing.act_step add column decided_account_since timestamptz;
alter table billing.supplier_change add column decided_account_since timestamptz;

create or replace function billing.refuse_act_step_change() returns trigger language plpgsql as $$
declare
  is_empty boolean;
  decided constant text[] := '{state,values,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason,decided_account_since}';
begin
  if tg_op = 'TRUNCATE' then
    execute format('select not exists (select from %s)', tg_relid::regclass) into is_empty;
    if is_empty then return null; end if;
  end if;
  if tg_op = 'UPDATE' then
    if old.state = 'proposed' and new.state in ('confirmed', 'withdrawn') and new."values" @> old."values"
      and to_jsonb(new) - decided = to_jsonb(old) - decided
    then return new; end if;
  end if;
  raise exception 'a step of an act is only decided, once';
end $$;

create or replace function billing.refuse_supplier_change() returns trigger language plpgsql as $$
declare
  decided constant text[] := '{state,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason,decided_account_since}';
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed' and new.state in ('confirmed', 'withdrawn')
      and to_jsonb(new) - decided = to_jsonb(old) - decided
    then return new; end if;
  end if;
  raise exception 'a change of the supplier is only decided, once';
end $$;
