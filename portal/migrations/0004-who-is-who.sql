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

-- The /48 of a caller that is the /64 of an IPv6 address; null for IPv4: one customer of a provider has many /64.
create function portal.wide_network(caller text) returns text language sql immutable strict
return substring(caller from '^([^:]+:[^:]+:[^:]+):[^:]+::/64$');

-- Counts of an address are taken under its lock, always before those of a login or contact.
create function portal.lock_address(caller text) returns void language sql
begin atomic
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(coalesce(portal.wide_network(caller), caller), 3));
end;

create index failed_attempts_of_an_address on portal.sign_in_attempt (address, attempted_at) where not succeeded;
create index failed_attempts_of_a_wide_network on portal.sign_in_attempt (portal.wide_network(address), attempted_at)
  where not succeeded and portal.wide_network(address) is not null;
-- The limit of an address, and ten times of it for a /48, beside that of a login; null: the attempt was taken.
-- most_of_address 0: no limit of addresses.
create function portal.take_attempt(
  digest bytea, attempt uuid, at timestamptz, caller text, most_failures integer, most_of_address integer, span interval
) returns timestamptz language plpgsql as $$
declare
  frees_at timestamptz;
begin
  if most_of_address > 0 then
    perform portal.lock_address(caller);
    select greatest(
      (select a.attempted_at + span from portal.sign_in_attempt a
        where a.address = caller and not a.succeeded and a.attempted_at > at - span
        order by a.attempted_at desc offset most_of_address - 1 limit 1),
      (select a.attempted_at + span from portal.sign_in_attempt a
        where portal.wide_network(a.address) = portal.wide_network(caller) and not a.succeeded and a.attempted_at > at - span
        order by a.attempted_at desc offset 10 * most_of_address - 1 limit 1)) into frees_at;
    if frees_at is not null then return frees_at; end if;
  end if;
  return portal.take_sign_in_attempt(digest, attempt, at, caller, most_failures, span);
end $$;

-- Codes of 4 characters: only an HMAC is kept. subject: user type, account and contact; contact: for the limits of a phone.
create table portal.confirmation_code (
  subject_digest bytea not null,
  purpose text not null check (purpose in ('register', 'login', 'recover', 'confirm', 'secondFactor')),
  code_id uuid not null,
  contact_digest bytea not null,
  code_digest bytea not null,
  address text not null,
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
create index codes_of_a_wide_network on portal.confirmation_code (portal.wide_network(address), created_at desc)
  where portal.wide_network(address) is not null;
create index codes_by_time on portal.confirmation_code (created_at desc) where purpose <> 'secondFactor';

-- Null: the code is issued; else when the next may be asked for. 0 for an address or for all: no limit.
-- Codes of the second step have a budget of their own: who knows only a phone must not close the step of its owner.
create function portal.issue_code(
  subject bytea, asked_for text, code uuid, contact bytea, digest bytea, caller text, at timestamptz, ends_at timestamptz,
  pause interval, most_of_contact integer, most_of_address integer, most_of_all integer
) returns timestamptz language plpgsql as $$
declare
  next_at timestamptz;
  is_second_step boolean := asked_for = 'secondFactor';
begin
  if most_of_address > 0 then perform portal.lock_address(caller); end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(contact, 'hex'), 2));
  select greatest(
    (select c.created_at + pause from portal.confirmation_code c
      where c.contact_digest = contact and (c.purpose = 'secondFactor') = is_second_step and c.created_at > at - pause
      order by c.created_at desc limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where c.contact_digest = contact and (c.purpose = 'secondFactor') = is_second_step
        and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset most_of_contact - 1 limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where most_of_address > 0 and c.address = caller and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset greatest(most_of_address, 1) - 1 limit 1),
    (select c.created_at + interval '1 hour' from portal.confirmation_code c
      where most_of_address > 0 and portal.wide_network(c.address) = portal.wide_network(caller)
        and c.created_at > at - interval '1 hour'
      order by c.created_at desc offset 10 * greatest(most_of_address, 1) - 1 limit 1),
    (select c.created_at + interval '1 minute' from portal.confirmation_code c
      where most_of_all > 0 and not is_second_step and c.purpose <> 'secondFactor'
        and c.created_at > at - interval '1 minute'
      order by c.created_at desc offset greatest(most_of_all, 1) - 1 limit 1)) into next_at;
  if next_at is not null then return next_at; end if;
  update portal.confirmation_code set replaced_at = at
   where subject_digest = subject and purpose = asked_for and holder = caller and used_at is null and replaced_at is null;
  insert into portal.confirmation_code
    (subject_digest, purpose, code_id, contact_digest, code_digest, address, holder, created_at, expires_at)
  values (subject, asked_for, code, contact, digest, caller, caller, at, ends_at);
  return null;
end $$;

-- stage 'check' looks, 'prove' marks it and gives the form half an hour, 'use' ends it. Every wrong guess counts: for the
-- network that holds the code, and for all others together. Each network that asked has a code of its own; any is right.
create function portal.try_code(subject bytea, asked_for text, digest bytea, caller text, stage text, at timestamptz)
returns text language plpgsql as $$
declare
  kept portal.confirmation_code;
begin
  perform from portal.confirmation_code
   where subject_digest = subject and purpose = asked_for and used_at is null and replaced_at is null
   order by code_id for update;
  select c.* into kept from portal.confirmation_code c
   where c.subject_digest = subject and c.purpose = asked_for and c.used_at is null and c.replaced_at is null
     and c.code_digest = digest and at < c.expires_at
     and case when c.holder = caller then c.tries else c.tries_elsewhere end < 3
   order by c.holder = caller desc, c.created_at desc limit 1;
  if found then
    if stage = 'prove' and kept.proven_at is null then
      update portal.confirmation_code set replaced_at = at
       where subject_digest = subject and purpose = asked_for and holder = caller and code_id <> kept.code_id
         and used_at is null and replaced_at is null;
      update portal.confirmation_code
         set proven_at = at, expires_at = at + interval '30 minutes', holder = caller,
             tries = case when holder = caller then tries else tries_elsewhere end,
             tries_elsewhere = case when holder = caller then tries_elsewhere else tries end
       where subject_digest = subject and purpose = asked_for and code_id = kept.code_id;
    elsif stage = 'use' then
      update portal.confirmation_code
         set used_at = case when code_id = kept.code_id then at end, replaced_at = case when code_id <> kept.code_id then at end
       where subject_digest = subject and purpose = asked_for and used_at is null and replaced_at is null;
    end if;
    return 'right';
  end if;
  select c.* into kept from portal.confirmation_code c
   where c.subject_digest = subject and c.purpose = asked_for and c.used_at is null and c.replaced_at is null
   order by at < c.expires_at desc, c.holder = caller desc, c.created_at desc limit 1;
  if not found then return 'wrong'; end if;
  if kept.holder <> caller then kept.tries := kept.tries_elsewhere; end if;
  if kept.tries >= 3 then return 'exhausted'; end if;
  if at >= kept.expires_at then return 'expired'; end if;
  update portal.confirmation_code
     set tries = tries + (holder = caller and tries < 3)::integer,
         tries_elsewhere = tries_elsewhere + (holder <> caller and tries_elsewhere < 3)::integer
   where subject_digest = subject and purpose = asked_for and used_at is null and replaced_at is null and at < expires_at;
  return case when kept.tries + 1 >= 3 then 'exhausted' else 'wrong' end;
end $$;

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
