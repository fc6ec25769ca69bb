-- A closing knows what nobody decided and what changed after its dry run, and a charge keeps the average that it stands on (0156).

-- By which average a value without a reading at the end of its days was found; null: by a reading, or it was charged before this column.
alter table billing.consumption
  add column average_ground text check (average_ground in ('lastYear', 'lastActual', 'norm')),
  -- a reading of the period was under review when it was charged
  add column is_review_pending boolean not null default false;

alter table billing.closing_run
  -- number of the last audit entry when the run was asked for: what has a higher one came later
  add column audit_mark bigint not null default 0,
  -- of a closing: how many readings under review its administrator confirmed
  add column undecided_readings integer not null default 0 check (undecided_readings >= 0);
-- A dry run without a mark does not say what changed since.
update billing.closing_run set state = 'stopped'
where kind = 'dryRun' and state = 'done' and period in (select period from billing.period where state = 'open');
-- Readings under review come first in the list.
update billing.closing_exception set kind_order = kind_order + 1;

-- How many meters of the account have a reading as of the 1st after the month: a chain of shops is one account.
alter table billing.account_reading add column meters integer not null default 1 check (meters > 0);
alter table billing.account_reading_count add column meters bigint not null default 0;

create or replace function billing.recount_account_readings() returns void language plpgsql as $$
begin
  delete from billing.account_reading_change;
  delete from billing.account_reading;
  delete from billing.account_reading_count;
  insert into billing.account_reading (account_number, period, came_on, source, customer_type, meters)
  select first.account_number, first.period, first.came_on, first.source, c.customer_type, read.meters
  from (
    select distinct on (account_number, period) account_number, period,
      (submitted_at at time zone 'Europe/Kyiv')::date as came_on, source
    from billing.reading
    where status in ('accepted', 'underReview') and effective_date = (period || '-01')::date + interval '1 month'
    order by account_number, period, submitted_at, array_position('{customer,operator,remote}'::text[], source)) first
  join (
    select account_number, period, count(distinct meter_id) as meters
    from billing.reading
    where status in ('accepted', 'underReview') and effective_date = (period || '-01')::date + interval '1 month'
    group by account_number, period) read using (account_number, period)
  join billing.account a on a.account_number = first.account_number
  join billing.customer c on c.customer_id = a.customer_id;
  insert into billing.account_reading_count (period, came_on, source, customer_type, accounts, meters)
  select period, came_on, source, customer_type, count(*), sum(meters) from billing.account_reading group by 1, 2, 3, 4;
end $$;
select billing.recount_account_readings();
