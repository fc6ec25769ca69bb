-- The list of signers is kept entry by entry: one is ended by its last day, or taken out when it was a mistake, and stays with who did
-- it. A person may have several entries whose days do not overlap.
alter table portal.signer_power rename column saved_at to added_at;
alter table portal.signer_power rename column saved_by to added_by;
alter table portal.signer_power
  add column signer_id uuid not null default gen_random_uuid(),
  add column post text not null default '',
  -- kinds of documents; null: all
  add column kinds text[] check (cardinality(kinds) > 0),
  add column ended_at timestamptz,
  add column ended_by uuid,
  -- a mistake: counts no more
  add column removed_at timestamptz,
  add column removed_by uuid,
  add constraint signer_power_whole_end_check check ((ended_at is null) = (ended_by is null)),
  add constraint signer_power_whole_removal_check check ((removed_at is null) = (removed_by is null)),
  drop constraint signer_power_pkey;
alter table portal.signer_power
  alter column signer_id drop default,
  alter column post drop default,
  add primary key (account_number, signer_id);
