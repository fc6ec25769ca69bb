-- The test bank plays each provider apart, and gives money back.
alter table portal.sandbox_bank_order
  add column provider text not null default 'sandbox',
  add column returned_at timestamptz,
  drop constraint sandbox_bank_order_pkey,
  drop constraint sandbox_bank_order_decision_check,
  add primary key (provider, order_id),
  add constraint sandbox_bank_order_decision_check check (decision in ('waiting', 'paid', 'refused', 'returned'));
alter table portal.sandbox_bank_order alter column provider drop default;
