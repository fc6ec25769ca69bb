import { type RawBuilder, sql } from 'kysely';
import { ACCOUNT_COUNT } from '#billing/api/accounts.ts';
import { accountsStats, customerTypes } from '#contract/reports/people/accounts-stats.ts';
import { answerWithFacts, type RecordedPeriod, ReportRefused } from '../read-report.ts';
import { kyivDaysOf } from '../rollups.ts';

/** What the billing counts of each day and type. */
const countedOf = (facts: string, user: string | null): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${facts}::jsonb) as counted
           (day date, type text, accounts integer, opened integer, ended integer, customer integer, operator integer,
            remote integer, import integer)
   where ${user}::text is null or counted.type = ${user}`;

/**
 * What the billing counts of each day and type with the registrations of the portal: the two know nothing of each other but the
 * days.
 */
function daily(period: RecordedPeriod, facts: string, user: string | null): RawBuilder<unknown> {
  const { first, last } = kyivDaysOf(period);
  return sql`
  select counted.day, counted.type, counted.accounts, counted.opened, counted.ended, counted.customer, counted.operator,
         counted.remote, counted.import, counted.customer + counted.operator + counted.remote + counted.import as given,
         coalesce(made.registrations, 0) as registrations
    from (${countedOf(facts, user)}) as counted
    left join (
      select day, identity_type as type, sum(registrations)::integer as registrations from portal.registration_count
       where day between ${first}::date and ${last}::date group by 1, 2) as made
      on made.day = counted.day and made.type = counted.type`;
}

export const accountsStatsSource = answerWithFacts(
  accountsStats,
  async (billing, { from, to }) => {
    const counted = await billing(ACCOUNT_COUNT, { from, to });
    if (counted.ok) return counted.data.days;
    if (counted.code === 'reports.notReady') throw new ReportRefused(counted.code);
    throw new Error(`ACCOUNT_COUNT refused: ${counted.code}`);
  },
  (period, { user, by }, facts) => sql`
    with daily as (${daily(period, facts, user)}),
    whole as (
      select case when ${by}::text = 'period' then null else daily.day end as day, daily.type, max(daily.day) as last_day,
             sum(daily.opened)::integer as opened, sum(daily.ended)::integer as ended, sum(daily.given)::integer as given,
             sum(daily.customer)::integer as customer, sum(daily.operator)::integer as operator,
             sum(daily.remote)::integer as remote, sum(daily.import)::integer as import,
             sum(daily.registrations)::integer as registrations
        from daily group by 1, 2),
    used as materialized (
      select distinct identity_id, identity_type as type from portal.active_user_day
       where ${by}::text = 'period' and day between (select min(day) from daily) and (select max(day) from daily)),
    active as (
      select null::date as day, type, count(*)::integer as users,
             (select count(distinct owned.account_number)::integer from used of_type
                join portal.cabinet_account owned on owned.identity_id = of_type.identity_id
               where of_type.type = used.type) as accounts
        from used group by type
      union all
      select day, identity_type, users::integer, null from portal.user_count_day
       where ${by}::text is null and day between (select min(day) from daily) and (select max(day) from daily)),
    registered as materialized (
      select identity_type as type, sum(registrations) as cabinets
        from portal.registration_count where day < ${kyivDaysOf(period).first}::date group by 1)
    select whole.day, ${JSON.stringify(customerTypes)}::jsonb ->> whole.type as type, ended.accounts, whole.opened, whole.ended,
           (coalesce(registered.cabinets, 0) + (select coalesce(sum(daily.registrations), 0) from daily
             where daily.type = whole.type and daily.day <= whole.last_day))::integer as cabinets,
           whole.registrations, coalesce(active.users, 0) as users, case when ${by}::text = 'period' then coalesce(active.accounts, 0) end as "activeAccounts",
           whole.given, whole.customer, whole.operator, whole.remote, whole.import
      from whole
      join daily ended on ended.day = whole.last_day and ended.type = whole.type
      left join registered on registered.type = whole.type
      left join active on active.day is not distinct from whole.day and active.type = whole.type`,
  {
    given: (_, { user }, facts) => sql`
      select day::timestamp at time zone 'Europe/Kyiv' as at, sum(customer)::integer as customer, sum(operator)::integer as operator,
             sum(remote)::integer as remote, sum(import)::integer as import
        from (${countedOf(facts, user)}) as counted group by day order by day`,
    registrations: (period, { user }, facts) => sql`
      select day::timestamp at time zone 'Europe/Kyiv' as at,
             (sum(registrations) filter (where type = 'person'))::integer as person,
             (sum(registrations) filter (where type = 'entity'))::integer as entity
        from (${daily(period, facts, user)}) as daily group by day order by day`,
  },
);
