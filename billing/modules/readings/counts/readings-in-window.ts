import { type RawBuilder, sql } from 'kysely';
import { answer, type ModuleInput, type ModuleOutput } from '#billing/api/define-module.ts';
import { REPORT_READINGS_IN_WINDOW } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleReadModule } from '#billing/module-handler.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import { lastOpenedPeriod, widestWindow } from '#domain/readings/submission-window.ts';
import {
  addMonths,
  type BillingPeriod,
  firstDayAfter,
  parseBillingPeriod,
  periodOf,
} from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { readPart } from '#platform/database/read-part.ts';
import { float8, int4, nullable, timestamptz, typedSql } from '#platform/database/typed-sql.ts';

type Asked = ModuleInput<typeof REPORT_READINGS_IN_WINDOW>;
type Answered = ModuleOutput<typeof REPORT_READINGS_IN_WINDOW>;

interface Window {
  readonly period: BillingPeriod;
  readonly opensAt: Instant;
  readonly closesAt: Instant;
}

const at = (instant: Instant) => sql`${instantToIso(instant)}::timestamptz`;

/**
 * SQL of the readings of two windows by hour and channel. `since` is the time of the Kyiv clock from the 1st after the month on,
 * by which the windows of two months are compared whatever their lengths.
 */
function countsOf(
  windows: { now: Window; before: Window },
  customerType: string | null,
): RawBuilder<unknown> {
  const window = (isNow: boolean, { period, opensAt, closesAt }: Window) => sql`
    (${isNow}::boolean, ${firstDayAfter(period)}::timestamp, ${at(opensAt)}, ${at(closesAt)})`;
  return sql`
    select given_in.is_now, (counted.hour at time zone 'Europe/Kyiv') - given_in.first_after as since,
      case counted.source when 'customer' then counted.customer_type else counted.source end as channel,
      sum(counted.readings)::integer as readings
    from (values ${window(true, windows.now)}, ${window(false, windows.before)})
      as given_in (is_now, first_after, opens_at, closes_at)
    join billing.reading_count counted on counted.hour >= given_in.opens_at and counted.hour < given_in.closes_at
    where ${customerType}::text is null or counted.customer_type = ${customerType}
    group by 1, 2, 3`;
}

/** SQL of the rows by hour or day and channel, of what is over of the window. */
function readingRows(
  { by, customerType }: Asked,
  windows: { now: Window; before: Window },
  now: Instant,
): RawBuilder<unknown> {
  const first = sql`${firstDayAfter(windows.now.period)}::timestamp`;
  const place = { hour: sql`since`, day: sql`date_trunc('day', ${first} + since) - ${first}`, channel: null }[
    by as Exclude<Asked['by'], 'accounts'>
  ];
  return sql`
    select to_char((${first} + place) at time zone 'Europe/Kyiv' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      channel, concat_ws(' ', extract(epoch from place)::bigint, channel) as key, readings, before,
      readings::float8 / nullif(before, 0) - 1 as change, null::integer as whole, null::float8 as given
    from (
      select ${place ?? sql`null::interval`} as place, channel,
        coalesce(sum(readings) filter (where is_now), 0)::integer as readings,
        coalesce(sum(readings) filter (where not is_now), 0)::integer as before
      from (${countsOf(windows, customerType)}) counted
      where ${first} + since <= ${at(now)} at time zone 'Europe/Kyiv'
      group by 1, 2) compared
    where readings + before > 0`;
}

/** SQL of how many zones a meter has. */
const zoneCount = sql`case m.zone_scheme when 'single' then 1 when 'two' then 2 else 3 end`;

/**
 * SQL of how many accounts with a contract, and points of theirs with a working meter, have a reading of every zone of a meter in the
 * month as of the 1st after it: what the window is for.
 */
function accountRows({ customerType }: Asked, windows: { now: Window; before: Window }, now: Instant) {
  const given = (isNow: boolean, { period }: Window) => sql`
    select account_number, meter_id, zone, ${isNow}::boolean as is_now from billing.reading
    where status in ('accepted', 'underReview') and period = ${period}::char(7) and effective_date = ${firstDayAfter(period)}::date`;
  return sql`
    with given as (
      select account_number, meter_id, count(distinct zone) filter (where is_now) as this,
        count(distinct zone) filter (where not is_now) as before
      from (${given(true, windows.now)} union all ${given(false, windows.before)}) of_both
      group by account_number, meter_id),
    point as (
      select m.account_number, bool_or(m.meter_state = 'working') as works, bool_or(given.this >= ${zoneCount}) as this,
        bool_or(given.before >= ${zoneCount}) as before
      from billing.meter m left join given on given.account_number = m.account_number and given.meter_id = m.meter_id
      group by m.account_number, m.eic_code),
    of_account as (
      select account_number, bool_or(this) as this, bool_or(before) as before, count(*) filter (where works) as points,
        count(*) filter (where works and this) as points_this, count(*) filter (where works and before) as points_before
      from point group by account_number),
    of_type as (
      select c.customer_type as type, count(*) as accounts, count(*) filter (where o.this) as this,
        count(*) filter (where o.before) as before, sum(o.points) as points, sum(o.points_this) as points_this,
        sum(o.points_before) as points_before
      from billing.account a join billing.customer c on c.customer_id = a.customer_id
      left join of_account o on o.account_number = a.account_number
      where (a.contract_ended_on is null or a.contract_ended_on >= ${kyivDateOf(now)}::date)
        and (${customerType}::text is null or c.customer_type = ${customerType})
      group by c.customer_type),
    counted as (
      select type || 'Accounts' as channel, accounts::integer as whole, this::integer as readings, before::integer as before from of_type
      union all
      select type || 'Points', points::integer, points_this::integer, points_before::integer from of_type where points > 0)
    select null::text as at, channel, channel as key, readings, before, readings::float8 / nullif(before, 0) - 1 as change, whole,
      readings::float8 / nullif(whole, 0) as given
    from counted`;
}

/** Readings from the beginning of the windows to the end of each hour; of hours to come null. */
async function listHours(
  db: BillingDatabase,
  windows: { now: Window; before: Window },
  customerType: string | null,
  now: Instant,
): Promise<Answered['hours']> {
  const { rows } = await typedSql({ at: timestamptz(), readings: nullable(float8()), before: float8() })`
    with counted as (${countsOf(windows, customerType)}),
    hour as (
      select generate_series(${at(windows.now.opensAt)}, ${at(windows.now.closesAt)} - interval '1 hour', interval '1 hour') as at),
    placed as (
      select at, (at at time zone 'Europe/Kyiv') - ${firstDayAfter(windows.now.period)}::timestamp as since,
        lag(at at time zone 'Europe/Kyiv') over (order by at) as before_it from hour)
    select at, case when at <= ${at(now)} then coalesce(readings, 0)::float8 end as readings, coalesce(before, 0)::float8 as before
    from (
      select at, since, sum(readings) filter (where is_now) over until_then as readings,
        sum(readings) filter (where not is_now) over until_then as before
      from (
        select null::timestamptz as at, since, is_now, readings from counted
        union all
        -- The hour that the clock shows twice is one.
        select at, since, null, null from placed where before_it is null or before_it < at at time zone 'Europe/Kyiv') one
      window until_then as (order by since)) added
    where at is not null
    order by at`.execute(db);
  return rows.map(({ at: instant, ...hour }) => ({ at: instantToIso(instant as Instant), ...hour }));
}

/** REPORT_READINGS_IN_WINDOW: from the counts of billing.reading_count; accounts from the readings themselves. */
export const handleReportReadingsInWindow = handleReadModule(
  REPORT_READINGS_IN_WINDOW,
  ({ db, clock }) =>
    async (asked) => {
      const now = clock.now();
      const rulesOf = await readingRulesByMonth(db);
      const windowOf = (period: BillingPeriod): Window => {
        const { opensOn, closesAt } = widestWindow(period, rulesOf(period).window);
        return { period, opensAt: kyivMidnight(opensOn), closesAt };
      };
      const period =
        parseBillingPeriod(asked.period ?? '') ??
        lastOpenedPeriod(now, rulesOf(periodOf(kyivDateOf(now))).window);
      const windows = { now: windowOf(period), before: windowOf(addMonths(period, -1)) };
      const select =
        asked.by === 'accounts' ? accountRows(asked, windows, now) : readingRows(asked, windows, now);
      const [part, hours] = await Promise.all([
        readPart<Answered['rows'][number], Answered['totals']>(
          db,
          select,
          sql`coalesce(sum(readings), 0)::integer as readings, coalesce(sum(before), 0)::integer as before,
            sum(readings)::float8 / nullif(sum(before), 0) - 1 as change`,
          { key: 'key', hidden: ['key'] },
          asked,
        ),
        listHours(db, windows, asked.customerType, now),
      ]);
      return answer({
        period,
        opensOn: kyivDateOf(windows.now.opensAt),
        closesAt: instantToIso(windows.now.closesAt),
        ...part,
        hours,
      });
    },
);

/** Adds the rows of the same count up to one; returns by how many there are fewer. */
export async function addUpReadingCounts(db: BillingDatabase): Promise<number> {
  const { rows } = await typedSql({ removed: int4() })`
    with gone as (
      delete from billing.reading_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by hour, source, customer_type) as same from billing.reading_count) counted
        where same > 1)
      returning hour, source, customer_type, readings),
    kept as (
      insert into billing.reading_count (hour, source, customer_type, readings)
      select hour, source, customer_type, sum(readings) from gone group by 1, 2, 3 returning 1)
    select ((select count(*) from gone) - (select count(*) from kept))::integer as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
