-- Offices where the supplier receives its customers: [{"name", "address", "hours", "phones": […]}, …] in the order in which they are shown.
alter table billing.supplier
  add column offices jsonb not null default '[]' check (jsonb_typeof(offices) = 'array');

-- What the staff have changed of the supplier. Its row begins with the import; each row here says which columns were given other values.
-- Payments go by the name, the code, the account and the bank: those are proposed, and a second person confirms them.
create table billing.supplier_change (
  -- the id of the request that saved it
  change_id uuid primary key,
  -- saving and deciding are counted together: who has seen up to a number knows what came later
  saved_number bigint not null unique check (saved_number > 0),
  state text not null check (state in ('applied', 'proposed', 'confirmed', 'withdrawn')),
  -- column of billing.supplier -> value
  "values" jsonb not null check (jsonb_typeof("values") = 'object' and "values" <> '{}'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  reason text not null check (reason <> ''),
  author_id text not null,
  author_name text not null,
  saved_at timestamptz not null,
  decided_number bigint unique check (decided_number > saved_number),
  decided_at timestamptz,
  decided_by_id text,
  decided_by_name text,
  -- '' when a proposal was confirmed
  decided_reason text,
  constraint supplier_change_decided_check check (
    num_nonnulls(decided_number, decided_at, decided_by_id, decided_by_name, decided_reason)
      = case when state in ('confirmed', 'withdrawn') then 5 else 0 end),
  constraint supplier_change_two_persons_check check (state <> 'confirmed' or decided_by_id <> author_id),
  constraint supplier_change_proposed_check check (
    (state = 'applied') = not ("values" ?| array['name', 'edrpou', 'iban', 'bank_name']))
);
-- one proposal is decided after the other
create unique index supplier_changes_proposed_key on billing.supplier_change (state) where state = 'proposed';

create function billing.refuse_supplier_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed' and new.state in ('confirmed', 'withdrawn')
      and to_jsonb(new) - '{state,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason}'::text[]
        = to_jsonb(old) - '{state,decided_number,decided_at,decided_by_id,decided_by_name,decided_reason}'::text[]
    then return new; end if;
  end if;
  raise exception 'a change of the supplier is only decided, once';
end $$;
create trigger supplier_change_append_only before update or delete on billing.supplier_change
  for each row execute function billing.refuse_supplier_change();
create trigger supplier_change_not_truncated before truncate on billing.supplier_change
  for each statement execute function billing.refuse_supplier_change();
