-- One order of a provider settles several things at once: each part stays a payment of its own account, and all parts move
-- together. Whoever holds the row of part 1 holds the order.
alter table billing.payment drop constraint order_id_is_unique;
alter table billing.payment drop constraint a_payment_request_is_answered_once;
alter table billing.payment
  add column part_number smallint not null default 1 check (part_number between 1 and 20),
  add column part_count smallint not null default 1 check (part_count between part_number and 20),
  -- of the whole order; null: this is its only part
  add column order_kopiykas bigint,
  -- the month that the payer named; null: the oldest debt
  add column named_period char(7) check (named_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- what is sent to pay_url as a form; null: the address alone is opened
  add column pay_fields jsonb,
  -- when the newest word of the provider was said, as it says itself: older ones change nothing
  add column provider_said_at timestamptz,
  -- of part 1: when the provider is to be asked next; null: it is not asked
  add column next_query_at timestamptz,
  add column query_count smallint not null default 0,
  add column refund_asked_at timestamptz,
  add column refund_reason text,
  add constraint an_order_of_parts_has_a_sum check (part_count = 1 or order_kopiykas is not null),
  add constraint a_refund_has_a_reason check ((refund_asked_at is null) = (refund_reason is null));
create unique index a_part_of_an_order_is_one on billing.payment (order_id, part_number);
create unique index a_payment_request_is_answered_once
  on billing.payment (account_number, request_id, purpose, act_number, named_period) nulls not distinct;
create index orders_to_be_queried on billing.payment (provider, next_query_at) where next_query_at is not null;
create index payments_by_provider_reference on billing.payment (provider_reference)
  where provider_reference is not null;
update billing.payment set next_query_at = started_at where state in ('started', 'sent');

-- What an operator has to look at: money that does not add up, words of providers that contradict each other.
create table billing.operator_event (
  event_id uuid primary key,
  kind text not null,
  -- one of a kind: what is found again is not told again
  subject text not null,
  account_number text,
  facts jsonb not null default '{}',
  happened_at timestamptz not null,
  constraint an_operator_is_told_once unique (kind, subject)
);
