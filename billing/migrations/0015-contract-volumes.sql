-- Contract volumes of legal entities: the kWh that a contract expects of a point in a month, and their corrections.

-- Terms of corrections, by versions of the contract; null: the contract says nothing.
alter table billing.entity_contract
  -- the last day of asking for a correction: a day of the month before, a day of the month itself, or so many working days before it begins
  add column correction_rule text check (correction_rule in ('monthBefore', 'monthItself', 'workingDaysBefore')),
  add column correction_day smallint check (correction_day between 1 and 31),
  -- a deviation within it has no consequence, hundredths of a percent
  add column volume_tolerance_hundredths integer check (volume_tolerance_hundredths between 0 and 10000),
  add constraint entity_contract_correction_check check ((correction_rule is null) = (correction_day is null));

-- What was agreed: one row without `applied_at` is the contracted volume, the others are corrections; the last one counts.
create table billing.contract_volume (
  account_number text not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  eic_code text not null,
  document text not null check (document <> ''),
  kwh bigint not null check (kwh between 0 and 999999999),
  applied_at timestamptz,
  primary key (account_number, period, eic_code, document),
  foreign key (account_number, eic_code) references billing.metering_point
);
create unique index contract_volume_contracted_key on billing.contract_volume (account_number, period, eic_code)
  where applied_at is null;

-- A request to correct the volumes of a month.
create table billing.volume_request (
  account_number text not null references billing.account,
  request_id uuid not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  request_state text not null default 'draft' check (request_state in ('draft', 'sent', 'approved', 'declined', 'applied')),
  -- of the customer
  note text not null default '' check (length(note) <= 500),
  -- grows with each change: what somebody else has changed meanwhile is not overwritten
  revision integer not null default 1 check (revision > 0),
  changed_at timestamptz not null,
  sent_at timestamptz,
  -- of staff
  reason text not null default '' check (length(reason) <= 500),
  primary key (account_number, request_id),
  constraint volume_request_sent_check check (request_state = 'draft' or sent_at is not null),
  constraint volume_request_declined_check check (request_state <> 'declined' or reason <> '')
);
create unique index volume_request_open_key on billing.volume_request (account_number, period)
  where request_state in ('draft', 'sent', 'approved');
create index volume_requests_waiting_idx on billing.volume_request (sent_at, request_id) where request_state in ('sent', 'approved');

create table billing.volume_request_row (
  account_number text not null,
  request_id uuid not null,
  eic_code text not null,
  -- what counted when the request was sent, or the draft saved; null: nothing was agreed
  before_kwh bigint check (before_kwh >= 0),
  kwh bigint not null check (kwh between 0 and 999999999),
  primary key (account_number, request_id, eic_code),
  foreign key (account_number, request_id) references billing.volume_request,
  foreign key (account_number, eic_code) references billing.metering_point (account_number, eic_code),
  constraint volume_request_row_differs_check check (kwh is distinct from before_kwh)
);

-- Who did what with a request; never changed.
create table billing.volume_request_event (
  account_number text not null,
  request_id uuid not null,
  event_number integer not null check (event_number > 0),
  action text not null check (action in ('send', 'withdraw', 'approve', 'decline', 'apply')),
  happened_at timestamptz not null,
  -- the session
  actor text not null,
  actor_name text not null default '',
  reason text not null default '',
  primary key (account_number, request_id, event_number),
  foreign key (account_number, request_id) references billing.volume_request
);

create function billing.refuse_volume_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a request is append-only';
end $$;
create trigger volume_request_event_append_only before update or delete on billing.volume_request_event
  for each statement execute function billing.refuse_volume_event_change();
