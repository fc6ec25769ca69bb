-- What reports of the supplier's work count, kept by the statements that write what is counted. A statement appends rows and never
-- waits for another one; a job adds the rows of a key up. A figure is the sum of the rows, at any moment (decision 0130).

-- Readings by the hour in which they came; the registers of a meter that were read together are one reading.
create table billing.reading_count (
  count_id bigint generated always as identity primary key,
  hour timestamptz not null,
  source text not null,
  -- of the account when the reading came
  customer_type text not null,
  readings bigint not null
);
create index reading_counts_hour_idx on billing.reading_count (hour);

-- The ledger by the Kyiv day on which it was booked.
create table billing.ledger_count (
  count_id bigint generated always as identity primary key,
  booked_on date not null,
  period char(7) not null,
  kind text not null,
  debit_account text not null,
  credit_account text not null,
  -- of a payment; '' of other entries
  provider text not null,
  entries bigint not null,
  amount_kopiykas bigint not null
);
create index ledger_counts_booked_on_idx on billing.ledger_count (booked_on);

-- What registers counted in a month by the ground of it, with the account as it was when the month was charged.
create table billing.consumption_count (
  count_id bigint generated always as identity primary key,
  period char(7) not null,
  customer_type text not null,
  region text not null,
  tariff_code text not null,
  basis text not null,
  registers bigint not null,
  energy_wh bigint not null
);
create index consumption_counts_period_idx on billing.consumption_count (period);

-- The energy debt of accounts by months, as domain/ledger/allocate-account.ts derives it; accounts that owe nothing have no rows.
create table billing.debt_month (
  account_number text not null references billing.account,
  period char(7) not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  -- last day of payment of the bill that asks for it; null: no bill does yet
  due_on date,
  primary key (account_number, period)
);
create index debt_months_due_on_idx on billing.debt_month (due_on, account_number) where due_on is not null;

-- Accounts whose rows of debt_month are to be derived anew: one, or all from the first to the last.
create table billing.debt_change (
  change_id bigint generated always as identity primary key,
  first_account text not null,
  last_account text not null
);

-- The plan of a session's first statement is kept for the next ones, however large they and the tables are by then: each row is
-- looked up by its key.
create function billing.count_readings() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into billing.reading_count (hour, source, customer_type, readings)
  select hour, source, customer_type, count(*)
  from (
    select date_trunc('hour', given.submitted_at, 'UTC') as hour, given.source, (
        select customer.customer_type from billing.customer where customer.customer_id = (
          select account.customer_id from billing.account where account.account_number = given.account_number)
      ) as customer_type
    from (
      select account_number, meter_id, effective_date, submitted_at, source, array_agg(zone) as zones
      from inserted group by account_number, meter_id, effective_date, submitted_at, source) given
    -- An import may bring the registers of a reading by two statements; what is submitted comes by one.
    where given.source not in ('import', 'remote') or coalesce((
      select false from billing.reading r
      where r.account_number = given.account_number and r.meter_id = given.meter_id
        and r.effective_date = given.effective_date and r.submitted_at = given.submitted_at and r.source = given.source
        and r.zone <> all(given.zones)
      limit 1), true)) counted
  group by hour, source, customer_type;
  return null;
end $$;
create trigger reading_count after insert on billing.reading
  referencing new table as inserted for each statement execute function billing.count_readings();

create function billing.count_consumption() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into billing.consumption_count (period, customer_type, region, tariff_code, basis, registers, energy_wh)
  select period, customer_type, region, tariff_code, basis, sum(registers), sum(energy_wh)
  from (
    select period, basis, registers, energy_wh, (
        select customer.customer_type from billing.customer where customer.customer_id = (
          select account.customer_id from billing.account where account.account_number = charged.account_number)
      ) as customer_type, (
        select account.tariff_code from billing.account where account.account_number = charged.account_number
      ) as tariff_code, coalesce((
        select premises.region from billing.premises where premises.account_number = charged.account_number), '') as region
    from (
      select account_number, period, basis, count(*) as registers, sum(energy_wh) as energy_wh
      from inserted group by account_number, period, basis) charged) counted
  group by period, customer_type, region, tariff_code, basis;
  return null;
end $$;
create trigger consumption_count after insert on billing.consumption
  referencing new table as inserted for each statement execute function billing.count_consumption();

-- Many accounts that stand close together are one row.
create function billing.note_debt_changes(accounts text[]) returns void language plpgsql set enable_seqscan = off as $$
declare
  numbers text[] := array(select distinct number from unnest(accounts) number);
  from_number text;
  to_number text;
  among bigint;
begin
  if cardinality(numbers) > 200 then
    select min(number), max(number) into from_number, to_number from unnest(numbers) number;
    select count(*) into among from (
      select from billing.account where account_number between from_number and to_number
      limit cardinality(numbers) * 3) near;
    if among < cardinality(numbers) * 3 then
      insert into billing.debt_change (first_account, last_account) values (from_number, to_number);
      return;
    end if;
  end if;
  insert into billing.debt_change (first_account, last_account) select number, number from unnest(numbers) number;
end $$;

create function billing.count_postings() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into billing.ledger_count (booked_on, period, kind, debit_account, credit_account, provider, entries,
    amount_kopiykas)
  select booked_on, period, kind, debit_account, credit_account, provider, count(*), sum(amount_kopiykas)
  from (
    select (entry.posted_at at time zone 'Europe/Kyiv')::date as booked_on, entry.period, entry.kind, entry.debit_account,
      entry.credit_account, entry.amount_kopiykas, case when entry.payment_id is null then '' else coalesce((
        -- By the first row from its key on: by equality, an index of the account alone may be chosen, which reads all payments of
        -- an account for each of them.
        select case when (near.account_number, near.payment_id) = (entry.account_number, entry.payment_id) then near.provider end
        from (select p.account_number, p.payment_id, p.provider from billing.payment p
          where (p.account_number, p.payment_id) >= (entry.account_number, entry.payment_id)
          order by p.account_number, p.payment_id limit 1) near), '') end as provider
    from inserted entry) booked
  group by booked_on, period, kind, debit_account, credit_account, provider;
  perform billing.note_debt_changes(array(
    select account_number from inserted where 'receivable' in (debit_account, credit_account)));
  return null;
end $$;
create trigger ledger_entry_count after insert on billing.ledger_entry
  referencing new table as inserted for each statement execute function billing.count_postings();

-- A bill asks for what no bill has asked for yet.
create function billing.note_bills() returns trigger language plpgsql as $$
begin
  perform billing.note_debt_changes(array(select account_number from inserted where closing_kopiykas > 0));
  return null;
end $$;
create trigger bill_debt_change after insert on billing.bill
  referencing new table as inserted for each statement execute function billing.note_bills();

-- What there is already.
insert into billing.reading_count (hour, source, customer_type, readings)
select date_trunc('hour', given.submitted_at, 'UTC'), given.source, customer.customer_type, count(*)
from (select distinct account_number, meter_id, effective_date, submitted_at, source from billing.reading) given
join billing.account using (account_number) join billing.customer using (customer_id)
group by 1, 2, 3;

insert into billing.ledger_count (booked_on, period, kind, debit_account, credit_account, provider, entries, amount_kopiykas)
select (entry.posted_at at time zone 'Europe/Kyiv')::date, entry.period, entry.kind, entry.debit_account, entry.credit_account,
  coalesce(payment.provider, ''), count(*), sum(entry.amount_kopiykas)
from billing.ledger_entry entry
left join billing.payment on payment.account_number = entry.account_number and payment.payment_id = entry.payment_id
group by 1, 2, 3, 4, 5, 6;

insert into billing.consumption_count (period, customer_type, region, tariff_code, basis, registers, energy_wh)
select charged.period, customer.customer_type, coalesce(premises.region, ''), account.tariff_code, charged.basis, count(*),
  sum(charged.energy_wh)
from billing.consumption charged
join billing.account using (account_number) join billing.customer using (customer_id)
left join billing.premises using (account_number)
group by 1, 2, 3, 4, 5;

insert into billing.debt_change (first_account, last_account)
select min(account_number), max(account_number) from billing.account having count(*) > 0;
