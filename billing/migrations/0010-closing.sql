-- What a closing books besides energy: benefits that are granted for a month, corrections of an operator, and recalculations
-- that were booked before it, when the actual reading came.

-- Benefits and subsidies of a month, as the supplier is told of them; booked when the period they are posted to is closed.
create table billing.benefit (
  account_number text not null references billing.account,
  -- the month it is granted for
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  kind text not null check (kind in ('benefit', 'subsidy')),
  -- the period whose closing books it: the month itself, or the first one that was open when it came
  posting_period char(7) not null,
  -- the id of its ledger entry
  benefit_id uuid not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  -- what it is, as the bill prints it; '': the kind alone
  title text not null default '',
  primary key (account_number, period, kind),
  check (posting_period >= period)
);

-- Each time that a recalculation was booked before the closing of its period: what the ledger entry of the difference is
-- made of, and which readings it looked at. An amount of zero has no entry.
create table billing.recalculation (
  account_number text not null references billing.account,
  period char(7) not null,
  -- from 1 on; a reading that is corrected later makes the next one
  revision smallint not null check (revision > 0),
  booked_at timestamptz not null,
  -- the readings that it was made from, in order
  reading_ids uuid[] not null,
  amount_kopiykas bigint not null,
  -- the whole recalculation of the period as it stands then, line by line
  lines jsonb not null,
  primary key (account_number, period, revision)
);

-- Where a recalculation may come: the few months that no actual value ended.
create index consumption_without_actual_end on billing.consumption (period, account_number) where basis <> 'actual';
-- Signed from now on: below zero it is what estimates had too little.
alter table billing.consumption drop constraint consumption_overestimated_wh_check;

alter table billing.bill
  -- both as they change the debt: a benefit is below zero
  add column benefit_kopiykas bigint not null default 0,
  add column corrected_kopiykas bigint not null default 0,
  drop constraint bill_adds_up;
-- Bills of before count a benefit as paid.
update billing.bill b set benefit_kopiykas = granted.amount, paid_kopiykas = b.paid_kopiykas + granted.amount
from (
  select account_number, period,
    sum(case debit_account when 'receivable' then amount_kopiykas else -amount_kopiykas end) as amount
  from billing.ledger_entry
  where 'receivable' in (debit_account, credit_account) and 'benefit' in (debit_account, credit_account)
  group by 1, 2
) granted
where granted.account_number = b.account_number and granted.period = b.period;
alter table billing.bill add constraint bill_adds_up check (
  closing_kopiykas = opening_kopiykas + charged_kopiykas + recalculated_kopiykas + benefit_kopiykas + corrected_kopiykas
    - paid_kopiykas
);

alter table billing.ledger_entry
  -- why an operator corrected
  add column reason text,
  drop constraint ledger_entry_kind_check,
  drop constraint ledger_accounts_are_known,
  add constraint ledger_entry_kind_check check (kind in ('opening', 'charge', 'recalculation', 'payment', 'landing', 'act',
    'benefit', 'reversal', 'correction')),
  add constraint ledger_accounts_are_known check (
    debit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit',
      'correction')
    and credit_account in ('receivable', 'actReceivable', 'revenue', 'actRevenue', 'inTransit', 'bank', 'opening', 'benefit',
      'correction')
  ),
  add constraint a_correction_says_why check (kind <> 'correction' or reason <> '');

-- How far the closing of a period is, for who looks on.
alter table billing.period
  add column accounts_total integer,
  add column accounts_done integer,
  -- the run that goes on, or the last one: when it began, what was done before it, when it wrote last
  add column run_started_at timestamptz,
  add column run_done_before integer,
  add column moved_at timestamptz;
