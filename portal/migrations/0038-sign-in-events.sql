-- What came of each try to sign in, a row for each; dropped after SIGN_IN_LOG_DAYS. No password and no code.
create table portal.sign_in_event (
  event_id uuid primary key,
  happened_at timestamptz not null,
  -- more than one: what was refused unseen, or asked for again, in an hour from one address is one row
  tries integer not null default 1 check (tries > 0),
  last_at timestamptz not null,
  kind text not null check (kind in ('person', 'entity', 'admin')),
  -- phone, e-mail, account or login of the staff; null: one that no administrator has, which may be a password in the wrong field
  login text,
  -- as attempts have it
  login_digest bytea not null,
  -- whose login it was at that moment
  identity_id uuid,
  address text not null,
  device text not null,
  way text not null check (way in ('password', 'code')),
  -- of a second step: its method
  factor text check (factor in ('totp', 'sms')),
  outcome text not null check (outcome in ('success', 'secondStep', 'passwordNeeded', 'codeAsked', 'wrongPassword', 'wrongCode',
    'codeExpired', 'unknownLogin', 'blocked', 'tooManyAttempts', 'tooManyCodes', 'codeSignInOff', 'unfinished'))
);
create index sign_in_events_happened_at_idx on portal.sign_in_event (happened_at desc, event_id desc);
create index sign_in_events_login_idx on portal.sign_in_event (login_digest, happened_at desc);
create index sign_in_events_identity_id_idx on portal.sign_in_event (identity_id, happened_at desc);

-- Registrations of a period.
create index identities_created_at_idx on portal.identity (created_at);
