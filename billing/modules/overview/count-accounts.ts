import { sql } from 'kysely';
import { ACCOUNT_COUNT } from '#billing/api/accounts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addMonths, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, localDate } from '#domain/time/local-date.ts';
import { date, int4, text, typedSql } from '#platform/database/typed-sql.ts';

const maxDays = 366;

const columns = {
  day: date(),
  type: text<'person' | 'entity'>(),
  accounts: int4(),
  opened: int4(),
  ended: int4(),
  customer: int4(),
  operator: int4(),
  remote: int4(),
  import: int4(),
};

/**
 * ACCOUNT_COUNT: one statement over all accounts. The window of a month is in its last days and the first of the next one, so readings
 * of the days belong to their months and to the one before.
 */
export const handleAccountCount = handleModule(ACCOUNT_COUNT, ({ db }) => async ({ from, to }) => {
  const [first, last] = [localDate(from), localDate(to)];
  const length = daysBetween(first, last) + 1;
  if (length < 1 || length > maxDays) return refuse('common.badRequest');
  const months = [addMonths(periodOf(first), -1)];
  for (let month = periodOf(first); month <= periodOf(last); month = addMonths(month, 1)) months.push(month);
  const given = (source: string) =>
    sql`coalesce(sum(given.accounts) filter (where given.source = ${sql.lit(source)}), 0)::integer`;
  const cameBy = (source: string) =>
    sql`min(reading.submitted_at) filter (where reading.source = ${sql.lit(source)})`;
  const midnights = Array.from({ length: length + 1 }, (_, n) =>
    instantToIso(kyivMidnight(addDays(first, n))),
  );
  const [begin, end] = [midnights[0], midnights[length]];
  const openedOn = sql`greatest(contract_date, ${first}::date - 1)`;
  const endedOn = sql`greatest(contract_ended_on + 1, ${first}::date - 1)`;
  const moved = sql`select 'entity' as type, 1 as by union all select 'person', -1`;
  const { rows } = await typedSql(columns)`
    with company as materialized (
      select account.account_number, account.contract_date, account.contract_ended_on
        from billing.customer join billing.account on account.customer_id = customer.customer_id
       where customer.customer_type = 'entity'),
    -- What was before the days is one change, of the day before. All accounts are those of persons but for the companies'.
    change as materialized (
      select day, type, sum(opened) as opened, sum(ended) as ended from (
        select ${openedOn} as day, 'person' as type, count(*) as opened, 0 as ended
          from billing.account where contract_date <= ${last}::date group by 1
        union all
        select ${endedOn}, 'person', 0, count(*) from billing.account where contract_ended_on < ${last}::date group by 1
        union all
        select ${openedOn}, moved.type, moved.by * count(*), 0
          from company cross join (${moved}) as moved where contract_date <= ${last}::date group by 1, moved.type, moved.by
        union all
        select ${endedOn}, moved.type, 0, moved.by * count(*)
          from company cross join (${moved}) as moved where contract_ended_on < ${last}::date group by 1, moved.type, moved.by) as parts
       group by day, type),
    stood as (
      select reading.account_number, min(reading.submitted_at) as came_at, ${cameBy('customer')} as customer_at,
             ${cameBy('operator')} as operator_at, ${cameBy('remote')} as remote_at
        from unnest(${months}::char(7)[], ${months.map(firstDayAfter)}::date[]) as month (period, first_after)
        join billing.reading on reading.period = month.period and reading.effective_date = month.first_after
       where reading.status in ('accepted', 'underReview') and reading.effective_date >= ${months.map(firstDayAfter)[0]}::date
         and reading.submitted_at < ${end}::timestamptz
       group by reading.account_number, reading.period
      having min(reading.submitted_at) >= ${begin}::timestamptz),
    -- One number for what is grouped by: days, 4 sources, 2 types.
    counted as (
      select 8 * width_bucket(stood.came_at, ${midnights}::timestamptz[])
             + case stood.came_at when stood.customer_at then 0 when stood.operator_at then 2 when stood.remote_at then 4 else 6 end
             + case when company.account_number is null then 0 else 1 end as key, count(*) as accounts
        from stood
        left join company on company.account_number = stood.account_number
       group by 1),
    given as (
      select ${first}::date + key / 8 - 1 as day, (array['customer', 'operator', 'remote', 'import'])[1 + key % 8 / 2] as source,
             (array['person', 'entity'])[1 + key % 2] as type, accounts
        from counted)
    select days.day::date as day, types.type,
           (select coalesce(sum(change.opened - change.ended), 0)::integer from change
             where change.type = types.type and change.day <= days.day::date) as accounts,
           coalesce(max(changed.opened), 0)::integer as opened, coalesce(max(changed.ended), 0)::integer as ended,
           ${given('customer')} as customer, ${given('operator')} as operator, ${given('remote')} as remote,
           ${given('import')} as import
      from generate_series(${first}::date, ${last}::date, interval '1 day') as days (day)
      cross join (values ('person'), ('entity')) as types (type)
      left join change changed on changed.day = days.day::date and changed.type = types.type
      left join given on given.day = days.day::date and given.type = types.type
     group by days.day, types.type
     order by days.day, types.type
  `.execute(db);
  return answer({ days: rows });
});
