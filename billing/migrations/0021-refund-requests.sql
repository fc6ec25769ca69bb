-- Who may ask a provider for the money of an order back: one at a time. The claim of a process that was killed ends by itself.
alter table billing.payment
  add column refund_claim uuid,
  add column refund_claimed_until timestamptz,
  add constraint a_refund_claim_ends check ((refund_claim is null) = (refund_claimed_until is null));

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
create index refund_request_by_order on billing.refund_request (order_id) where outcome is null;
