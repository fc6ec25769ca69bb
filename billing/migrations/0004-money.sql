-- Append-only double entry: each row moves a positive sum from one ledger account to another, so that every account's
-- ledger sums to zero by construction. A mistake is reversed by a row that points at it.
create table billing.ledger_entry (
  account_number text not null references billing.account,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  entry_id uuid not null,
  kind text not null check (kind in ('opening', 'charge', 'recalculation', 'payment', 'landing', 'act', 'benefit', 'reversal')),
  debit_account text not null,
  credit_account text not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  posted_at timestamptz not null,
  payment_id uuid,
  act_number text,
  reverses_entry_id uuid,
  primary key (account_number, period, entry_id),
  constraint an_entry_moves_between_two_accounts check (debit_account <> credit_account),
  constraint ledger_accounts_are_known check (
    debit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit')
    and credit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit')
  )
);
create unique index a_payment_is_posted_once on billing.ledger_entry (account_number, payment_id, kind)
  where payment_id is not null and kind in ('payment', 'landing');
create unique index an_entry_is_reversed_once on billing.ledger_entry (account_number, reverses_entry_id)
  where reverses_entry_id is not null;

create function billing.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: reverse the entry instead';
end $$;
create trigger the_ledger_is_append_only before update or delete on billing.ledger_entry
  for each statement execute function billing.refuse_ledger_change();

create table billing.violation_act (
  account_number text not null references billing.account,
  act_number text not null,
  drawn_on date not null,
  state text not null check (state in ('drawn', 'served', 'hearingSet', 'decided', 'cancelled', 'billed', 'paid', 'partPaid',
    'instalments', 'disputed', 'overdue')),
  amount_kopiykas bigint not null check (amount_kopiykas >= 0),
  energy_wh bigint not null default 0,
  due_on date,
  protocol_number text,
  primary key (account_number, act_number)
);

create table billing.payment (
  account_number text not null references billing.account,
  payment_id uuid not null,
  order_id text not null constraint order_id_is_unique unique,
  request_id uuid not null,
  provider text not null,
  purpose text not null check (purpose in ('energy', 'violationAct')),
  act_number text,
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
  primary key (account_number, payment_id),
  constraint a_payment_request_is_answered_once unique (account_number, request_id),
  check ((purpose = 'violationAct') = (act_number is not null))
);
create index payments_on_their_way on billing.payment (provider, confirmed_at) where state = 'confirmed';
create index payments_waiting_for_their_provider on billing.payment (started_at) where state in ('started', 'sent');

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
