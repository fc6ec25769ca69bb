-- Accounts with a contract, and those with a reading of the month, by day: counts beside those of 0020, kept in the same way
-- (decision 0131). The type of a customer never changes; an account may go to a customer of another type.

-- A contract that begins is a row, one that ended is another, of the day after its last one. A figure is the sum of the rows.
create table billing.account_count (
  count_id bigint generated always as identity primary key,
  day date not null,
  customer_type text not null,
  opened bigint not null,
  ended bigint not null
);
create index account_counts_day_idx on billing.account_count (day);

-- The Kyiv day on which the first reading of an account came that stands for a month as of the 1st after it, and its channel.
-- Those that none stands for have no rows.
create table billing.account_reading (
  account_number text not null,
  period char(7) not null,
  came_on date not null,
  source text not null,
  customer_type text not null,
  primary key (account_number, period)
);

-- Accounts and months whose row there is to be derived anew. A statement that writes readings appends and reads nothing: what stands is
-- known when it is committed, with what others wrote for the same account.
create table billing.account_reading_change (
  change_id bigint generated always as identity primary key,
  period char(7) not null,
  account_numbers text[] not null
);

-- How many rows billing.account_reading has, by additions and removals.
create table billing.account_reading_count (
  count_id bigint generated always as identity primary key,
  period char(7) not null,
  came_on date not null,
  source text not null,
  customer_type text not null,
  accounts bigint not null
);
create index account_reading_counts_came_on_idx on billing.account_reading_count (came_on);

-- No statement changes the account, the month or the day of a reading. A row has at most a thousand accounts.
create function billing.note_account_readings() returns trigger language plpgsql as $$
begin
  insert into billing.account_reading_change (period, account_numbers)
  select period, array_agg(account_number)
  from (
    select period, account_number, row_number() over (partition by period) / 1000 as part from changed
    where effective_date = (period || '-01')::date + interval '1 month') noted
  group by period, part;
  return null;
end $$;
create trigger reading_account_added after insert on billing.reading
  referencing new table as changed for each statement execute function billing.note_account_readings();
create trigger reading_account_changed after update on billing.reading
  referencing new table as changed for each statement execute function billing.note_account_readings();
create trigger reading_account_deleted after delete on billing.reading
  referencing old table as changed for each statement execute function billing.note_account_readings();

create function billing.note_months_of_accounts(numbers text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  insert into billing.account_reading_change (period, account_numbers)
  select period, array_agg(account_number)
  from unnest(numbers) number join billing.account_reading on account_number = number
  group by period;
end $$;

-- As in 0020, each row is looked up by its key.
create function billing.count_accounts() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    insert into billing.account_count (day, customer_type, opened, ended)
    select day, customer_type, sum(opened), sum(ended)
    from (
      select contract_date as day, c.customer_type, 1 as opened, 0 as ended
      from inserted a join billing.customer c on c.customer_id = a.customer_id
      union all
      select contract_ended_on + 1, c.customer_type, 0, 1
      from inserted a join billing.customer c on c.customer_id = a.customer_id where contract_ended_on is not null) added
    group by day, customer_type;
    return null;
  end if;
  insert into billing.account_count (day, customer_type, opened, ended)
  select day, customer_type, sum(opened), sum(ended)
  from (
    select a.by, a.contract_date, a.contract_ended_on, (
      select c.customer_type from billing.customer c where c.customer_id = a.customer_id) as customer_type
    from (
      select -1 as by, account_number, contract_date, contract_ended_on, customer_id from before
      union all
      select 1, account_number, contract_date, contract_ended_on, customer_id from after) a
    where a.account_number in (
      select account_number from before join after using (account_number)
      where (before.contract_date, before.contract_ended_on, before.customer_id)
        is distinct from (after.contract_date, after.contract_ended_on, after.customer_id))) moved
  cross join lateral (
    select contract_date as day, by as opened, 0 as ended
    union all
    select contract_ended_on + 1, 0, by where contract_ended_on is not null) changed
  group by day, customer_type
  having sum(opened) <> 0 or sum(ended) <> 0;
  perform billing.note_months_of_accounts(array(
    select account_number from before join after using (account_number) where before.customer_id <> after.customer_id));
  return null;
end $$;
create trigger account_added_count after insert on billing.account
  referencing new table as inserted for each statement execute function billing.count_accounts();
create trigger account_changed_count after update on billing.account
  referencing old table as before new table as after for each statement execute function billing.count_accounts();

-- Both count anew what there is: now, and where rows were written without triggers.
create function billing.recount_accounts() returns void language plpgsql as $$
begin
  delete from billing.account_count;
  insert into billing.account_count (day, customer_type, opened, ended)
  select changed.day, c.customer_type, sum(changed.opened), sum(changed.ended)
  from billing.account a join billing.customer c on c.customer_id = a.customer_id
  cross join lateral (
    select a.contract_date as day, 1 as opened, 0 as ended
    union all
    select a.contract_ended_on + 1, 0, 1 where a.contract_ended_on is not null) changed
  group by 1, 2;
end $$;

create function billing.recount_account_readings() returns void language plpgsql as $$
begin
  delete from billing.account_reading_change;
  delete from billing.account_reading;
  delete from billing.account_reading_count;
  insert into billing.account_reading (account_number, period, came_on, source, customer_type)
  select first.account_number, first.period, first.came_on, first.source, c.customer_type
  from (
    select distinct on (account_number, period) account_number, period,
      (submitted_at at time zone 'Europe/Kyiv')::date as came_on, source
    from billing.reading
    where status in ('accepted', 'underReview') and effective_date = (period || '-01')::date + interval '1 month'
    order by account_number, period, submitted_at, array_position('{customer,operator,remote}'::text[], source)) first
  join billing.account a on a.account_number = first.account_number
  join billing.customer c on c.customer_id = a.customer_id;
  insert into billing.account_reading_count (period, came_on, source, customer_type, accounts)
  select period, came_on, source, customer_type, count(*) from billing.account_reading group by 1, 2, 3, 4;
end $$;

select billing.recount_accounts(), billing.recount_account_readings();
