-- Names, confirmed contacts, blocking. A phone is one person's; an entity or administrator may have it too.
alter table portal.identity
  add column surname text not null default '',
  add column name text not null default '',
  add column middle_name text not null default '',
  add column phone_confirmed_at timestamptz,
  add column email_confirmed_at timestamptz,
  add column password_changed_at timestamptz,
  add column blocked_at timestamptz,
  add constraint an_identity_keeps_its_type unique (identity_id, identity_type),
  drop constraint phone_is_unique;
create unique index a_phone_is_one_person on portal.identity (phone) where identity_type = 'person';
create unique index a_confirmed_email_is_one_person on portal.identity (lower(email))
  where identity_type = 'person' and email_confirmed_at is not null;
create index identities_by_phone on portal.identity (phone) where identity_type <> 'person';

-- An account stands in many cabinets of persons, but in one of an entity.
alter table portal.identity_account add column owner_type text not null default 'person';
update portal.identity_account owned set owner_type = identity.identity_type
  from portal.identity where identity.identity_id = owned.identity_id;
alter table portal.identity_account
  add foreign key (identity_id, owner_type) references portal.identity (identity_id, identity_type);
create unique index an_account_has_one_entity on portal.identity_account (account_number) where owner_type = 'entity';

create table portal.administrator (
  identity_id uuid primary key,
  identity_type text not null default 'admin' check (identity_type = 'admin'),
  login text not null constraint an_administrator_login_is_unique unique check (login ~ '^[a-z][a-z0-9._-]{2,31}$'),
  full_name text not null default '',
  -- dualAuth: without a second factor of their own a code is sent to the phone
  dual_auth boolean not null default false,
  foreign key (identity_id, identity_type) references portal.identity (identity_id, identity_type)
);
create table portal.administrator_role (
  identity_id uuid not null references portal.administrator,
  role text not null check (role in ('owner', 'operator', 'billing', 'content', 'analyst')),
  primary key (identity_id, role)
);

alter table portal.session
  add column way text not null default 'password' check (way in ('password', 'code')),
  add column dual_auth boolean not null default false,
  add column last_used_at timestamptz,
  add column end_reason text check (end_reason in ('signOut', 'ended', 'allEnded', 'passwordChanged', 'passwordRecovered', 'blocked')),
  add constraint a_reason_belongs_to_an_end check (end_reason is null or ended_at is not null);
create index sessions_that_stand on portal.session (identity_id, expires_at) where ended_at is null;

create index failed_attempts_of_an_address on portal.sign_in_attempt (address, attempted_at) where not succeeded;
create index failed_attempts_of_a_wide_network on portal.sign_in_attempt (wide_network, attempted_at) where not succeeded;
-- Codes of 4 characters: only an HMAC is kept. subject: user type, account and contact; contact: for the limits of a phone.
create table portal.confirmation_code (
  subject_digest bytea not null,
  purpose text not null check (purpose in ('register', 'login', 'recover', 'confirm', 'secondFactor')),
  code_id uuid not null,
  contact_digest bytea not null,
  code_digest bytea not null,
  address text not null,
  wide_network text not null,
  -- the network that asked for it, then the one that proved it: nobody elsewhere replaces it or burns its tries
  holder text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 constraint three_tries check (tries between 0 and 3),
  tries_elsewhere smallint not null default 0 constraint three_tries_elsewhere check (tries_elsewhere between 0 and 3),
  -- proved by its owner, and not yet used by the form that asked for it
  proven_at timestamptz,
  used_at timestamptz,
  replaced_at timestamptz,
  primary key (subject_digest, purpose, code_id)
);
create unique index one_live_code on portal.confirmation_code (subject_digest, purpose, holder)
  where used_at is null and replaced_at is null;
create index codes_of_a_contact on portal.confirmation_code (contact_digest, created_at desc);
create index codes_of_an_address on portal.confirmation_code (address, created_at desc);
create index codes_of_a_wide_network on portal.confirmation_code (wide_network, created_at desc);
create index codes_by_time on portal.confirmation_code (created_at desc) where purpose <> 'secondFactor';

-- A way in that waits for its second step.
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
  check ((method = 'totp') = (secret_sealed is not null))
);
create unique index one_second_factor_is_on on portal.second_factor (identity_id) where enabled_at is not null;
create table portal.recovery_code (
  identity_id uuid not null references portal.identity,
  code_digest bytea not null,
  used_at timestamptz,
  primary key (identity_id, code_digest)
);

-- The register of consents: rows are only added.
create table portal.consent (
  consent_id uuid primary key,
  identity_id uuid not null references portal.identity,
  kind text not null check (kind in ('personalData')),
  act text not null check (act in ('given', 'withdrawn')),
  version text not null,
  happened_at timestamptz not null,
  address text not null,
  device text not null
);
create index consents_of_an_identity on portal.consent (identity_id, happened_at);
create function portal.refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'the register of consents is append-only';
end $$;
create trigger consents_are_append_only before update or delete on portal.consent
  for each statement execute function portal.refuse_consent_change();

-- What is sent by SMS and mail, with what became of it. The body is sealed, and gone once a provider has it.
create table portal.outgoing_message (
  message_id uuid primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  kind text not null check (kind in ('code', 'passwordChanged', 'contactChanged', 'test')),
  body_sealed bytea,
  -- 'always', or only when the recipient is known: decided where it is sent, so that the asking costs the same
  condition text not null default 'always' check (condition in ('always', 'knownPerson', 'knownEntity')),
  condition_account text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'withheld', 'expired')),
  provider text,
  provider_reference text,
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  expires_at timestamptz,
  sent_at timestamptz,
  check (state <> 'sent' or (provider is not null and sent_at is not null))
);
create index messages_by_time on portal.outgoing_message (created_at desc);
