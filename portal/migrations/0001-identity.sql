-- Who signs in, and with which sessions. The account number is all that this schema shares with billing.
create table portal.identity (
  identity_id uuid primary key,
  identity_type text not null check (identity_type in ('person', 'entity', 'admin')),
  phone text constraint phone_is_unique unique check (phone ~ '^\+380[0-9]{9}$'),
  email text,
  password_hash text not null,
  -- the account that was chosen last; null: none
  chosen_account text,
  created_at timestamptz not null
);

create table portal.identity_account (
  identity_id uuid not null references portal.identity,
  account_number text not null,
  -- the customer's own name of the object; null: its address
  display_name text,
  added_at timestamptz not null,
  primary key (identity_id, account_number)
);

create table portal.session (
  session_id uuid primary key,
  identity_id uuid not null references portal.identity,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  device text not null default '',
  address text not null default ''
);
create index sessions_of_an_identity on portal.session (identity_id, started_at desc);

create table portal.sign_in_attempt (
  login_digest bytea not null,
  attempted_at timestamptz not null,
  attempt_id uuid not null,
  succeeded boolean not null,
  -- IPv4 address or /64 of IPv6
  address text not null,
  -- /24 of IPv4 or /48 of IPv6
  wide_network text not null,
  primary key (login_digest, attempted_at, attempt_id)
);

create table portal.service_notice (
  notice_id uuid primary key,
  -- path of the page, '*' for every page
  page text not null,
  text text not null,
  shown_from timestamptz not null,
  shown_until timestamptz
);
create index service_notice_by_page on portal.service_notice (page, shown_from);

-- What happened to an account, as billing told it; delivered at least once, kept once.
create table portal.account_event (
  account_number text not null,
  event_id uuid not null,
  kind text not null,
  payload jsonb not null,
  happened_at timestamptz not null,
  primary key (account_number, event_id)
);
create index account_event_latest on portal.account_event (account_number, happened_at desc);

-- Files of customers (photos of meters): the bytes lie in the file store, this is their register.
create table portal.stored_file (
  file_id uuid primary key,
  account_number text not null,
  content_type text not null,
  byte_count integer not null check (byte_count > 0),
  stored_at timestamptz not null
);
