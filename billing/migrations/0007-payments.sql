-- One order of a provider settles several things at once: each part is a payment of its own account, and all parts move
-- together. A lock of the row of part 1 locks the order.
create table billing.payment (
  account_number text not null references billing.account,
  payment_id uuid not null,
  order_id text not null,
  part_number smallint not null default 1 check (part_number between 1 and 20),
  part_count smallint not null default 1,
  -- of the whole order; null: this is its only part
  order_kopiykas bigint,
  request_id uuid not null,
  provider text not null,
  purpose text not null check (purpose in ('energy', 'violationAct')),
  act_number text,
  -- the month that the payer named; null: the oldest debt
  named_period char(7) check (named_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  state text not null check (state in ('started', 'sent', 'confirmed', 'landed', 'matched', 'failed', 'expired', 'reversed', 'refunded')),
  started_at timestamptz not null,
  confirmed_at timestamptz,
  -- when the money is expected at the bank
  expected_on date,
  landed_on date,
  provider_reference text,
  -- where the provider takes it; null: not asked yet
  pay_url text,
  -- what is sent to pay_url as a form; null: the address alone is opened
  pay_fields jsonb,
  -- the provider's own time of its newest status: older ones change nothing
  provider_reported_at timestamptz,
  -- of part 1: when the provider is to be asked next; null: it is not asked
  next_query_at timestamptz,
  query_count smallint not null default 0,
  refund_asked_at timestamptz,
  refund_reason text,
  -- who may ask the provider for the money back: one at a time; the claim of a process that was killed ends by itself
  refund_claim uuid,
  refund_claimed_until timestamptz,
  primary key (account_number, payment_id),
  constraint payment_part_count_check check (part_count between part_number and 20),
  constraint payment_act_number_check check ((purpose = 'violationAct') = (act_number is not null)),
  constraint payment_order_sum_check check (part_count = 1 or order_kopiykas is not null),
  constraint payment_refund_reason_check check ((refund_asked_at is null) = (refund_reason is null)),
  constraint payment_refund_claim_check check ((refund_claim is null) = (refund_claimed_until is null))
);
create unique index payment_order_part_key on billing.payment (order_id, part_number);
create unique index payment_request_key
  on billing.payment (account_number, request_id, purpose, act_number, named_period) nulls not distinct;
create index payments_confirmed_idx on billing.payment (provider, confirmed_at) where state = 'confirmed';
create index payments_confirmed_account_idx on billing.payment (account_number) where state = 'confirmed';
create index payments_pending_idx on billing.payment (started_at) where state in ('started', 'sent');
create index payments_next_query_idx on billing.payment (provider, next_query_at) where next_query_at is not null;
create index payments_provider_reference_idx on billing.payment (provider_reference) where provider_reference is not null;

-- Every move of a payment with its evidence.
create table billing.payment_event (
  account_number text not null,
  payment_id uuid not null,
  event_number smallint not null,
  happened_at timestamptz not null,
  from_state text,
  to_state text not null,
  evidence jsonb not null default '{}',
  primary key (account_number, payment_id, event_number),
  foreign key (account_number, payment_id) references billing.payment
);

-- Requests of administrators for refunds, and what came of each: the same request again has the same answer.
create table billing.refund_request (
  account_number text not null,
  request_id uuid not null,
  payment_id uuid not null,
  order_id text not null,
  reason text not null,
  requested_at timestamptz not null,
  -- null: the provider is being asked
  outcome text check (outcome in ('asked', 'byHand', 'refunded', 'refused')),
  -- why the provider refused
  refusal text,
  primary key (account_number, request_id),
  foreign key (account_number, payment_id) references billing.payment
);
create index refund_requests_pending_idx on billing.refund_request (order_id) where outcome is null;
