-- The audit is only added to, and sealed by a job: each seal holds the rows of a range of numbers, and the hash of the seal before it.
alter table billing.audit_entry add column entry_number bigint not null generated always as identity;
-- Rows stand in the order in which they came, so that a range of numbers or moments is a few pages.
create index audit_entries_entry_number_idx on billing.audit_entry using brin (entry_number, happened_at)
  with (pages_per_range = 32, autosummarize = on);

create function billing.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on billing.audit_entry
  for each statement execute function billing.refuse_audit_change();

create table billing.audit_seal (
  chain text not null check (chain in ('auditEntry')),
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
create trigger audit_seal_append_only before update or delete or truncate on billing.audit_seal
  for each statement execute function billing.refuse_audit_change();

-- How far a chain is sealed and checked.
create table billing.audit_chain (
  chain text primary key,
  -- numbers up to this one may be sealed once every transaction before the fence has ended
  mark bigint,
  marked_at timestamptz,
  fence xid8,
  -- the newest seal that was checked, with the hash it had then
  checked_seal bigint not null default 0,
  checked_hash bytea
);
