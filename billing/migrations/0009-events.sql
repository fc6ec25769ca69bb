create table billing.audit_entry (
  account_number text not null,
  audit_id uuid not null,
  happened_at timestamptz not null,
  -- 'person:<session id>', 'entity:<session id>', 'admin:<session id>', 'import', 'closing', 'provider:<name>'
  actor text not null,
  action text not null,
  before jsonb,
  after jsonb,
  primary key (account_number, audit_id)
);

-- Events for the portal, written in the transaction that they tell of and taken away once the portal has them.
create table billing.outbox_event (
  event_id uuid primary key,
  account_number text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

-- What an operator has to look at: money that does not add up, contradictory statuses of providers.
create table billing.operator_event (
  event_id uuid primary key,
  kind text not null,
  -- one of a kind: what is found again is not reported again
  subject text not null,
  account_number text,
  facts jsonb not null default '{}',
  happened_at timestamptz not null,
  constraint operator_event_subject_key unique (kind, subject)
);

-- For what a request id was used: with another account or another call it is refused. Its key is the id alone: it is looked
-- up to find out the account.
create table billing.request_id (
  request_id uuid primary key,
  -- the function module that it was sent to
  module text not null,
  account_number text not null
);
