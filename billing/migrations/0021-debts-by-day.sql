-- What an account owes overdue on a day is one row of billing.debt_month, and what all owe is a few rows of billing.debt_count: a
-- list of debtors is read from an index, its totals and numbers need no list (decision 0132).

-- The row of the newest month with a last day of payment stands for the days after it, until the next last day of payment of the
-- account; on other rows, and on a month for which no bill asks yet, these are null.
alter table billing.debt_month
  -- the last day on which the row stands; 'infinity': nothing of the account is due later
  add column stands_until date,
  -- of all months due until then
  add column overdue_kopiykas bigint,
  add column oldest_period char(7),
  add column oldest_due_on date;

-- Accounts and their debts by last day of payment and the one before it of the same account ('-infinity': none). An account
-- is counted once among some days by the row whose day before is none of them.
create table billing.debt_count (
  due_on date not null,
  earlier_due_on date not null,
  accounts bigint not null,
  amount_kopiykas bigint not null,
  primary key (due_on, earlier_due_on)
);

update billing.debt_month as kept
set stands_until = derived.stands_until, overdue_kopiykas = derived.overdue_kopiykas, oldest_period = derived.oldest_period,
  oldest_due_on = derived.oldest_due_on
from (
  select account_number, period, coalesce(lead(due_on) over in_order, 'infinity') as stands_until,
    sum(amount_kopiykas) over in_order as overdue_kopiykas, min(period) over in_order as oldest_period,
    min(due_on) over in_order as oldest_due_on, due_on, lead(due_on) over in_order as next_due_on
  from billing.debt_month where due_on is not null
  window in_order as (partition by account_number order by due_on, period rows unbounded preceding)) derived
where kept.account_number = derived.account_number and kept.period = derived.period
  and derived.due_on is distinct from derived.next_due_on;

insert into billing.debt_count (due_on, earlier_due_on, accounts, amount_kopiykas)
select due_on, earlier_due_on, count(*), sum(amount_kopiykas)
from (
  select due_on, sum(amount_kopiykas) as amount_kopiykas,
    lag(due_on, 1, '-infinity'::date) over (partition by account_number order by due_on) as earlier_due_on
  from billing.debt_month where due_on is not null group by account_number, due_on) of_day
group by due_on, earlier_due_on;

drop index billing.debt_months_due_on_idx;
create index debt_months_overdue_idx on billing.debt_month (overdue_kopiykas desc, account_number)
  include (due_on, stands_until, oldest_period, oldest_due_on) where stands_until is not null;
create index debt_months_stands_until_idx on billing.debt_month (stands_until)
  include (due_on, account_number, overdue_kopiykas, oldest_period, oldest_due_on) where stands_until is not null;
