-- Who signs in. The account number is all that this schema shares with billing. A phone is one person's; an entity or an
-- administrator may have it too.
create table portal.identity (
  identity_id uuid primary key,
  identity_type text not null check (identity_type in ('person', 'entity', 'admin')),
  surname text not null default '',
  name text not null default '',
  middle_name text not null default '',
  phone text check (phone ~ '^\+380[0-9]{9}$'),
  phone_confirmed_at timestamptz,
  email text,
  email_confirmed_at timestamptz,
  password_hash text not null,
  password_changed_at timestamptz,
  created_at timestamptz not null,
  blocked_at timestamptz,
  constraint identity_type_key unique (identity_id, identity_type)
);
create unique index identity_person_phone_key on portal.identity (phone) where identity_type = 'person';
create unique index identity_person_email_key on portal.identity (lower(email))
  where identity_type = 'person' and email_confirmed_at is not null;
create index identities_phone_idx on portal.identity (phone) where identity_type <> 'person';

create table portal.administrator (
  identity_id uuid primary key,
  identity_type text not null default 'admin' check (identity_type = 'admin'),
  login text not null unique check (login ~ '^[a-z][a-z0-9._-]{2,31}$'),
  full_name text not null default '',
  -- without a second factor of their own a code is sent to the phone
  dual_auth boolean not null default false,
  foreign key (identity_id, identity_type) references portal.identity (identity_id, identity_type)
);

create table portal.administrator_role (
  identity_id uuid not null references portal.administrator,
  role text not null check (role in ('owner', 'operator', 'billing', 'content', 'analyst')),
  primary key (identity_id, role)
);

-- Register of consents: rows are only added.
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
create index consents_identity_id_idx on portal.consent (identity_id, happened_at);

create function portal.refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'the register of consents is append-only';
end $$;
create trigger consent_append_only before update or delete on portal.consent
  for each statement execute function portal.refuse_consent_change();
