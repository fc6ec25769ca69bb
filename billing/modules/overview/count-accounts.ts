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
  const { rows } = await typedSql(columns)`
    with served as materialized (
      select account.account_number, customer.customer_type as type, account.contract_date, account.contract_ended_on
        from billing.account join billing.customer on customer.customer_id = account.customer_id),
    change as materialized (
      select day, type, sum(opened) as opened, sum(ended) as ended from (
        select contract_date as day, type, count(*) as opened, 0 as ended from served group by 1, 2
        union all
        select contract_ended_on + 1, type, 0, count(*) from served where contract_ended_on is not null group by 1, 2) as both_kinds
       group by day, type),
    stood as (
      select reading.account_number, min(reading.submitted_at) as came_at, ${cameBy('customer')} as customer_at,
             ${cameBy('operator')} as operator_at, ${cameBy('remote')} as remote_at
        from unnest(${months}::text[], ${months.map(firstDayAfter)}::date[]) as month (period, first_after)
        join billing.reading on reading.period = month.period and reading.effective_date = month.first_after
       where reading.status in ('accepted', 'underReview')
       group by reading.account_number, month.period
      having min(reading.submitted_at) >= ${instantToIso(kyivMidnight(first))}::timestamptz
         and min(reading.submitted_at) < ${instantToIso(kyivMidnight(addDays(last, 1)))}::timestamptz),
    given as (
      select (stood.came_at at time zone 'Europe/Kyiv')::date as day, served.type,
             case stood.came_at when stood.customer_at then 'customer' when stood.operator_at then 'operator'
                                when stood.remote_at then 'remote' else 'import' end as source, count(*) as accounts
        from stood join served on served.account_number = stood.account_number
       group by 1, 2, 3)
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
