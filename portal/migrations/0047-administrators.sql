-- The link by which an administrator sets a password: of a new one, or of one who has lost it. The newest works alone, once.
create table portal.administrator_link (
  identity_id uuid primary key references portal.administrator,
  token_digest bytea not null unique,
  -- whether nobody has ever set a password: the administrator is invited
  is_first boolean not null,
  made_at timestamptz not null,
  expires_at timestamptz not null
);

-- Why they are blocked; '' unless they are.
alter table portal.administrator add column block_reason text not null default '';

-- Of which session an action was, as the billing names it in its audit; null: of before this column. And why it was done, where the
-- call asks for a reason.
alter table portal.staff_action add column session_id uuid;
alter table portal.staff_action add column reason text not null default '';
alter table portal.staff_action add column finished_at timestamptz;
alter table portal.staff_action add column action_number bigint not null generated always as identity;
create unique index staff_action_action_number_key on portal.staff_action (action_number);

-- What changing calls of the staff changed in this schema, before and after, in the transaction of the change. The billing keeps
-- its own in billing.audit_entry. Rows are only added.
create table portal.staff_change (
  change_id uuid primary key,
  change_number bigint not null generated always as identity,
  actor_id uuid not null references portal.administrator,
  happened_at timestamptz not null,
  -- of the call, as in portal.staff_action
  reference text not null,
  -- what was changed, as its people name it: a login, an account, a code
  subject text not null,
  -- changed fields alone; null: there was nothing, there is nothing any more
  before jsonb,
  after jsonb
);
create index staff_changes_reference_idx on portal.staff_change (reference);
create unique index staff_change_change_number_key on portal.staff_change (change_number);

create function portal.refuse_staff_change_edit() returns trigger language plpgsql as $$
begin
  raise exception 'changes of the staff are append-only';
end $$;
create trigger staff_change_append_only before update or delete or truncate on portal.staff_change
  for each statement execute function portal.refuse_staff_change_edit();

-- Seals of what is only added: each holds the rows of a range of numbers, and the hash of the seal before it. Written by a job.
create table portal.audit_seal (
  chain text not null check (chain in ('staffAction', 'staffChange')),
  -- without gaps, from 1
  seal_number bigint not null check (seal_number > 0),
  first_number bigint not null,
  last_number bigint not null,
  -- of the chain up to this seal; its own rows are numbered after them
  rows_before bigint not null,
  row_ids uuid[] not null,
  -- the first eight bytes of the hash of each row: they say which row is another
  row_marks bytea not null,
  -- of everything above, the whole hashes of the rows, and the hash of the seal before
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (chain, seal_number),
  constraint audit_seal_rows_check check (last_number >= first_number and octet_length(row_marks) = 8 * cardinality(row_ids))
);

create function portal.refuse_audit_seal_change() returns trigger language plpgsql as $$
begin
  raise exception 'seals of the audit are append-only';
end $$;
create trigger audit_seal_append_only before update or delete or truncate on portal.audit_seal
  for each statement execute function portal.refuse_audit_seal_change();

-- How far a chain is sealed and checked.
create table portal.audit_chain (
  chain text primary key,
  -- numbers up to this one may be sealed once every transaction before the fence has ended
  mark bigint,
  marked_at timestamptz,
  fence xid8,
  -- the newest seal that was checked, with the hash it had then
  checked_seal bigint not null default 0,
  checked_hash bytea
);

-- An action that is sealed without an outcome gets none any more.
create or replace function portal.refuse_staff_action_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.outcome is null and new.outcome is not null
       and to_jsonb(old) - array['outcome', 'subjects', 'finished_at'] = to_jsonb(new) - array['outcome', 'subjects', 'finished_at']
       and not exists (select from portal.audit_seal where chain = 'staffAction' and last_number >= old.action_number) then
      return new;
    end if;
  end if;
  raise exception 'the list of actions of the staff is append-only';
end $$;
create function portal.refuse_staff_action_truncation() returns trigger language plpgsql as $$
begin
  raise exception 'the list of actions of the staff is append-only';
end $$;
create trigger staff_action_not_truncated before truncate on portal.staff_action
  for each statement execute function portal.refuse_staff_action_truncation();

-- One owner who can sign in stays, whatever takes roles away or blocks.
create function portal.refuse_no_owner() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'identity' and not exists (
      select from portal.administrator_role where identity_id = new.identity_id and role = 'owner') then
    return null;
  end if;
  -- One such change at a time: what is read next is what the one before has left.
  perform pg_advisory_xact_lock(hashtext('portal.refuse_no_owner'));
  if not exists (
      select from portal.administrator_role kept join portal.identity using (identity_id)
       where kept.role = 'owner' and blocked_at is null
         and not exists (select from portal.administrator_link link
                          where link.identity_id = kept.identity_id and link.is_first)) then
    raise exception 'one owner who can sign in must stay';
  end if;
  return null;
end $$;
create trigger administrator_role_one_owner after delete or update on portal.administrator_role
  for each row when (old.role = 'owner') execute function portal.refuse_no_owner();
create trigger identity_one_owner after update of blocked_at on portal.identity
  for each row when (new.identity_type = 'admin' and new.blocked_at is not null)
  execute function portal.refuse_no_owner();
