create table portal.session (
  session_id uuid primary key,
  identity_id uuid not null references portal.identity,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signOut', 'ended', 'allEnded', 'passwordChanged', 'passwordRecovered', 'blocked')),
  device text not null default '',
  address text not null default '',
  way text not null default 'password' check (way in ('password', 'code')),
  -- whether a second factor was verified
  dual_auth boolean not null default false,
  constraint session_ended_at_check check (end_reason is null or ended_at is not null)
);
create index sessions_identity_id_idx on portal.session (identity_id, started_at desc);
create index sessions_active_idx on portal.session (identity_id, expires_at) where ended_at is null;

-- A sign-in that waits for its second step.
create table portal.sign_in_challenge (
  challenge_id uuid primary key,
  identity_id uuid not null references portal.identity,
  method text not null check (method in ('totp', 'sms')),
  way text not null check (way in ('password', 'code')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 3),
  used_at timestamptz
);

create table portal.second_factor (
  identity_id uuid not null references portal.identity,
  method text not null check (method in ('totp', 'sms')),
  -- sealed by the server's secret
  secret_sealed bytea,
  begun_at timestamptz not null,
  -- null: it is being set up and asks nobody yet
  enabled_at timestamptz,
  -- the last time step whose code was taken: none is taken twice
  last_step bigint,
  primary key (identity_id, method),
  constraint second_factor_secret_check check ((method = 'totp') = (secret_sealed is not null))
);
create unique index second_factor_enabled_key on portal.second_factor (identity_id) where enabled_at is not null;

create table portal.recovery_code (
  identity_id uuid not null references portal.identity,
  code_digest bytea not null,
  used_at timestamptz,
  primary key (identity_id, code_digest)
);
