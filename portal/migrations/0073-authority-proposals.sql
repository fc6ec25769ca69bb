-- Authorities that an owner proposes to trust; another owner confirms them (decision 0167).
create table portal.authority_proposal (
  proposal_id uuid primary key,
  -- the same file is proposed once at a time
  file_sha256 text not null,
  -- {"certificates": […], "registry": […]}: what becomes of portal.authority when it is confirmed
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- names of the authorities that it concerns
  names text[] not null,
  -- whose signature of the whole list was verified; null: each certificate carries that of a root, or there are addresses alone
  signed_by text,
  author_id uuid not null references portal.administrator,
  proposed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'withdrawn')),
  decided_by uuid references portal.administrator,
  decided_at timestamptz,
  -- since when the account of who decided existed
  decided_account_since timestamptz,
  constraint authority_proposal_decided_check check (
    num_nonnulls(decided_by, decided_at, decided_account_since) = case when state = 'waiting' then 0 else 3 end),
  constraint authority_proposal_two_persons_check check (state <> 'confirmed' or decided_by <> author_id)
);
create unique index authority_proposal_waiting_key on portal.authority_proposal (file_sha256) where state = 'waiting';
