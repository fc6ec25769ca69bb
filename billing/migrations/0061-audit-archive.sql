-- Files to which seals of the audit and their rows were moved by `npm run archive` (decision 0190). The seals after them continue the
-- chain of the last one here, which stays in billing.audit_seal.
create table billing.audit_archive (
  chain text not null check (chain in ('auditEntry')),
  first_seal bigint not null,
  last_seal bigint not null,
  -- rows up to this number are in files
  last_number bigint not null,
  -- of the last seal
  last_hash bytea not null,
  row_count bigint not null,
  -- name below the place of the archive, and SHA-256 of what is there
  file text not null,
  digest bytea not null,
  archived_at timestamptz not null,
  -- HMAC of all above by a key of the audit, which the database does not have
  key_id text not null check (key_id ~ '^[a-z0-9]{1,8}$'),
  mac bytea not null,
  primary key (chain, last_seal),
  constraint audit_archive_seals_check check (first_seal between 1 and last_seal)
);
create trigger audit_archive_append_only before update or delete or truncate on billing.audit_archive
  for each statement execute function billing.refuse_audit_change();

-- Rows of an archive are deleted by the owner of the table, which the server is not, and by a command that says so.
create or replace function billing.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('audit_entry', 'audit_seal')
    and current_setting('svitlo.archive', true) = 'on'
    and exists (select from pg_catalog.pg_class where oid = tg_relid and pg_catalog.pg_get_userbyid(relowner) = current_user)
  then
    return null;
  end if;
  raise exception 'the audit is append-only';
end $$;
