-- What a customer gets because the supplier did not answer in the legal term: an entry of its own kind on the energy debt.
alter table billing.ledger_entry drop constraint ledger_entry_account_check;
alter table billing.ledger_entry add constraint ledger_entry_account_check check (
  debit_account in ('receivable', 'actReceivable', 'reactiveReceivable', 'revenue', 'actRevenue', 'reactiveRevenue', 'inTransit',
    'bank', 'operatorBank', 'opening', 'benefit', 'correction', 'compensation')
  and credit_account in ('receivable', 'actReceivable', 'reactiveReceivable', 'revenue', 'actRevenue', 'reactiveRevenue', 'inTransit',
    'bank', 'operatorBank', 'opening', 'benefit', 'correction', 'compensation')
);
alter table billing.ledger_entry drop constraint ledger_entry_kind_check;
alter table billing.ledger_entry add constraint ledger_entry_kind_check check (kind in ('opening', 'charge', 'recalculation',
  'payment', 'landing', 'act', 'benefit', 'reversal', 'correction', 'compensation', 'reactive', 'reactivePayment'));
alter table billing.ledger_entry add constraint ledger_entry_compensation_check check (kind <> 'compensation'
  or (debit_account = 'compensation' and credit_account = 'receivable' and reason is not null and reason <> ''));
-- A compensation is booked once, whatever month it would fall into.
create unique index ledger_entry_compensation_key on billing.ledger_entry (account_number, entry_id) where kind = 'compensation';
