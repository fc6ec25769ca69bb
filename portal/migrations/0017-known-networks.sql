-- Tries are counted apart for the networks that a login was used from, so that strangers use up nobody's but their own.

-- Networks from which a login was used: by a session or a proved code in 90 days. Only digests are kept.
create table portal.known_network (
  login_digest bytea not null,
  network_digest bytea not null,
  seen_at timestamptz not null,
  primary key (login_digest, network_digest)
);
create index known_networks_by_age on portal.known_network (seen_at);

-- network_digest: of the known network that it counts for; null for all strangers together.
alter table portal.sign_in_attempt add column network_digest bytea;

-- Wrong codes of a login while a code stood, since its owner last came in. Twenty switch the sign-in by code off.
create table portal.wrong_code_count (
  login_digest bytea primary key,
  wrong integer not null,
  last_at timestamptz not null
);

alter table portal.confirmation_code
  -- wrong guesses of each network that does not hold the code; seventeen of all together end it
  add column wrong_elsewhere jsonb not null default '{}',
  add column from_known boolean not null default false,
  -- nothing was sent: the ceiling's share of strangers was used up
  add column is_silent boolean not null default false,
  drop column tries_elsewhere;

-- Work that was done for a code: each piece is taken once.
create table portal.used_work (
  work_id uuid primary key,
  used_at timestamptz not null
);
