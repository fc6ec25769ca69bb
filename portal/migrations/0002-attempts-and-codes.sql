-- Attempts of logins and codes: the rules are in portal/modules/codes. Logins, contacts and codes are kept as digests only.
create table portal.sign_in_attempt (
  login_digest bytea not null,
  attempted_at timestamptz not null,
  attempt_id uuid not null,
  succeeded boolean not null,
  -- IPv4 address or /64 of IPv6
  address text not null,
  -- /24 of IPv4 or /48 of IPv6
  wide_network text not null,
  -- of the known network that it counts for; null: all strangers together
  network_digest bytea,
  primary key (login_digest, attempted_at, attempt_id)
);
create index sign_in_attempts_failed_address_idx on portal.sign_in_attempt (address, attempted_at) where not succeeded;
create index sign_in_attempts_failed_wide_network_idx on portal.sign_in_attempt (wide_network, attempted_at)
  where not succeeded;

-- Networks from which a login was used: by a session or a proved code.
create table portal.known_network (
  login_digest bytea not null,
  network_digest bytea not null,
  seen_at timestamptz not null,
  primary key (login_digest, network_digest)
);
create index known_networks_seen_at_idx on portal.known_network (seen_at);

-- Codes of 4 characters: only an HMAC is kept. subject: user type, account and contact; contact: for the limits of a phone.
create table portal.confirmation_code (
  subject_digest bytea not null,
  purpose text not null check (purpose in ('register', 'login', 'recover', 'confirm', 'secondFactor', 'access')),
  code_id uuid not null,
  contact_digest bytea not null,
  code_digest bytea not null,
  address text not null,
  wide_network text not null,
  -- the network that asked for it, then the one that proved it: nobody elsewhere replaces it or burns its tries
  holder text not null,
  -- whether the network was known for the login
  from_known boolean not null default false,
  -- nothing was sent
  is_silent boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 3),
  -- wrong guesses of each network that does not hold the code
  tries_elsewhere jsonb not null default '{}',
  -- proved by its owner, and not yet used by the form that asked for it
  proven_at timestamptz,
  used_at timestamptz,
  replaced_at timestamptz,
  primary key (subject_digest, purpose, code_id)
);
create unique index confirmation_code_live_key on portal.confirmation_code (subject_digest, purpose, holder)
  where used_at is null and replaced_at is null;
create index confirmation_codes_contact_idx on portal.confirmation_code (contact_digest, created_at desc);
create index confirmation_codes_address_idx on portal.confirmation_code (address, created_at desc);
create index confirmation_codes_wide_network_idx on portal.confirmation_code (wide_network, created_at desc);
create index confirmation_codes_created_at_idx on portal.confirmation_code (created_at desc) where purpose <> 'secondFactor';

-- Wrong codes of a login while a code stood, since its owner last came in.
create table portal.wrong_code_count (
  login_digest bytea primary key,
  wrong integer not null,
  last_at timestamptz not null
);

-- Work that was done for a code: each piece is taken once.
create table portal.used_work (
  work_id uuid primary key,
  used_at timestamptz not null
);
