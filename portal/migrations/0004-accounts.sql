-- The accounts of a cabinet. An account stands in many cabinets of persons, but in one of an entity.
create table portal.identity_account (
  identity_id uuid not null references portal.identity,
  account_number text not null,
  owner_type text not null default 'person',
  -- shown to those who have the account too: an id that is nobody's name elsewhere
  access_id uuid not null default gen_random_uuid() unique,
  -- the customer's own name of the object; null: its address
  display_name text,
  added_at timestamptz not null,
  primary key (identity_id, account_number),
  foreign key (identity_id, owner_type) references portal.identity (identity_id, identity_type)
);
create unique index identity_account_entity_key on portal.identity_account (account_number) where owner_type = 'entity';
create index identity_accounts_account_idx on portal.identity_account (account_number);

-- The account that a cabinet shows first.
create table portal.chosen_account (
  identity_id uuid primary key references portal.identity on delete cascade,
  account_number text not null
);

-- What was last known of an object, for the time when the billing does not answer; goes with the object.
create table portal.object_info (
  identity_id uuid not null,
  account_number text not null,
  info jsonb not null,
  saved_at timestamptz not null,
  primary key (identity_id, account_number),
  foreign key (identity_id, account_number) references portal.identity_account on delete cascade
);

-- Register of who came to an account and who left, why and by whom: rows are only added, but for the note of the notification.
create table portal.access_change (
  account_number text not null,
  change_id uuid not null,
  -- whose access
  identity_id uuid not null references portal.identity,
  kind text not null check (kind in ('added', 'left', 'ended', 'holderChanged')),
  -- who did it; null: the supplier
  actor_id uuid references portal.identity,
  happened_at timestamptz not null,
  -- when everybody concerned was notified
  notified_at timestamptz,
  primary key (account_number, change_id)
);
create index access_changes_account_idx on portal.access_change (account_number, happened_at desc);

-- Who knows the code of an account and waits for the one who has it to allow it.
create table portal.access_request (
  account_number text not null,
  identity_id uuid not null references portal.identity,
  request_id uuid not null unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_number, identity_id)
);
create index access_requests_identity_id_idx on portal.access_request (identity_id);

-- What happened to an account, as billing reported it; delivered at least once, kept once.
create table portal.account_event (
  account_number text not null,
  event_id uuid not null,
  kind text not null,
  payload jsonb not null,
  happened_at timestamptz not null,
  primary key (account_number, event_id)
);
create index account_events_account_idx on portal.account_event (account_number, happened_at desc);
