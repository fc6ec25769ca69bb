import { sql } from 'kysely';
import { ACCOUNT_COUNT } from '#billing/api/accounts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { bringAccountReadingsUpToDate } from '#billing/modules/readings/public.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
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
 * ACCOUNT_COUNT: from the counts of accounts and their readings. The window of a month is in its last days and the first of the next one,
 * so readings of the days belong to their months and to the one before.
 */
export const handleAccountCount = handleModule(ACCOUNT_COUNT, ({ db }) => async ({ from, to }) => {
  const [first, last] = [localDate(from), localDate(to)];
  const length = daysBetween(first, last) + 1;
  if (length < 1 || length > maxDays) return refuse('common.badRequest');
  if (!(await bringAccountReadingsUpToDate(db))) return refuse('reports.notReady');
  const given = (source: string) =>
    sql`coalesce(sum(given.accounts) filter (where given.source = ${sql.lit(source)}), 0)::integer`;
  const { rows } = await typedSql(columns)`
    with change as (
      select greatest(day, ${first}::date - 1) as day, customer_type as type, sum(opened) as opened, sum(ended) as ended
        from billing.account_count where day <= ${last}::date group by 1, 2),
    given as (
      select came_on as day, customer_type as type, source, sum(accounts) as accounts from billing.account_reading_count
       where came_on between ${first}::date and ${last}::date
         and period between ${addMonths(periodOf(first), -1)}::char(7) and ${periodOf(last)}::char(7)
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
