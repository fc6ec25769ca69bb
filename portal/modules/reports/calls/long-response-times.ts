import { type RawBuilder, sql } from 'kysely';
import {
  longResponseTimeApiCalls,
  longResponseTimeApis,
  responseTimeBands,
  usuallySlow,
} from '#contract/reports/calls/long-response-time-apis.ts';
import {
  longResponseTimeFmCalls,
  longResponseTimeFms,
} from '#contract/reports/calls/long-response-time-fms.ts';
import { answerLog, answerReport, type RecordedPeriod, type ReportPeriod } from '../read-report.ts';

type Kind = 'api' | 'fm';

const slowCounts: Readonly<Record<string, RawBuilder<unknown>>> = {
  '500': sql`at_least_500`,
  '1000': sql`at_least_1000`,
  '3000': sql`at_least_3000`,
  '10000': sql`at_least_10000`,
};

const daysOf = ({ from, until }: RecordedPeriod) => sql`
  between (${from}::timestamptz at time zone 'Europe/Kyiv')::date
      and ((${until}::timestamptz - interval '1 microsecond') at time zone 'Europe/Kyiv')::date`;

/** The smallest bucket that holds this share of the calls with those below it. */
const percentile = (share: number) =>
  sql`round(portal.bucket_ms(min(bucket) filter (where upto + 0.001 >= total * ${share}::float8))::numeric, 1)::float8`;

/** Names whose percentiles, longest and slow calls of the days are shown. */
function timesByName(kind: Kind, period: RecordedPeriod, part: string | null, least: string | null) {
  const matches =
    part === null ? sql`name <> ''` : sql`name <> '' and strpos(lower(name), lower(${part})) > 0`;
  const days = daysOf(period);
  return sql`
    with buckets as (
      select name collate "C" as name, bucket, sum(calls::float8) as calls from portal.call_latency_day
       where kind = ${kind} and day ${days} and ${matches} group by 1, 2),
    ranked as (
      select name, bucket, sum(calls) over (partition by name order by bucket rows unbounded preceding) as upto,
             sum(calls) over (partition by name) as total
        from buckets),
    took as (
      select name, max(total)::integer as calls, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, ${percentile(0.99)} as p99
        from ranked group by name),
    longest as (
      select name, max(max_us) as us from portal.call_count_day
       where kind = ${kind} and day ${days} and ${matches} group by name),
    slow as (
      select name, sum(${slowCounts[least ?? usuallySlow] ?? sql`at_least_500`})::integer as calls from portal.slow_call_day
       where kind = ${kind} and day ${days} group by name)
    select took.name, took.calls, took.p50, took.p95, took.p99, round(longest.us / 1000.0, 1)::float8 as longest,
           coalesce(slow.calls, 0) as slow, coalesce(slow.calls, 0)::float8 / took.calls as "slowShare"
      from took left join longest using (name) left join slow using (name)`;
}

/** Calls by bucket and hour, or day, of all names or of those with a part. */
const bucketsOver = (kind: Kind, { from, until, step }: ReportPeriod, part: string | null) => {
  const matches =
    part === null ? sql`name = ''` : sql`name <> '' and strpos(lower(name), lower(${part})) > 0`;
  return step === 'hour'
    ? sql`
      select at, bucket, sum(calls::float8) as calls from portal.call_latency_hour
       where kind = ${kind} and ${matches} and at >= ${from}::timestamptz and at < ${until}::timestamptz group by at, bucket`
    : sql`
      select day::timestamp at time zone 'Europe/Kyiv' as at, bucket, sum(calls::float8) as calls from portal.call_latency_day
       where kind = ${kind} and ${matches} and day ${daysOf({ from, until })} group by day, bucket`;
};

const timesOver = (kind: Kind, period: ReportPeriod, part: string | null) => sql`
  with ranked as (
    select at, bucket, sum(calls) over (partition by at order by bucket rows unbounded preceding) as upto, sum(calls) over (partition by at) as total
      from (${bucketsOver(kind, period, part)}) as buckets)
  select at, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, ${percentile(0.99)} as p99
    from ranked group by at order by at`;

const bandEnds = Object.keys(responseTimeBands).filter((end) => end !== 'more');

const hoursByBand = (kind: Kind, period: ReportPeriod, part: string | null) => sql`
  select coalesce((${bandEnds}::text[])[1 + width_bucket(portal.bucket_ms(bucket), ${bandEnds}::float8[])], 'more') as row,
         'h' || extract(hour from at at time zone 'Europe/Kyiv') as column, sum(calls) as value
    from (${bucketsOver(kind, { ...period, step: 'hour' }, part)}) as buckets
   group by 1, 2`;

const slowCalls = (
  kind: Kind,
  { from, until }: RecordedPeriod,
  name: string | null,
  least: string | null,
) => sql`
  select happened_at as "happenedAt", concat_ws(' ', reference, hashtext(name), duration_us) as id, outcome_code as code,
         http_status::integer as status, round(duration_us / 1000.0, 1)::float8 as duration, account_number as account, node,
         reference::text as reference
    from ${kind === 'api' ? sql`portal.api_call` : sql`portal.fm_call`}
   where duration_us >= 500000 and duration_us >= ${Number(least ?? usuallySlow) * 1000}::integer
     and happened_at >= ${from}::timestamptz and happened_at < ${until}::timestamptz
     ${name === null ? sql`` : sql`and name = ${name}`}`;

export const longResponseTimeSources = [
  answerReport(
    longResponseTimeApis,
    (period, { api, least }) =>
      sql`select took.name as api, took.* from (${timesByName('api', period, api, least)}) as took`,
    {
      times: (period, { api }) => timesOver('api', period, api),
      hours: (period, { api }) => hoursByBand('api', period, api),
    },
  ),
  answerLog(longResponseTimeApiCalls, { at: 'happenedAt', id: 'id' }, (period, { call, least }) =>
    slowCalls('api', period, call, least),
  ),
  answerReport(
    longResponseTimeFms,
    (period, { fm, least }) =>
      sql`select took.name as fm, took.* from (${timesByName('fm', period, fm, least)}) as took`,
    {
      times: (period, { fm }) => timesOver('fm', period, fm),
      hours: (period, { fm }) => hoursByBand('fm', period, fm),
    },
  ),
  answerLog(longResponseTimeFmCalls, { at: 'happenedAt', id: 'id' }, (period, { call, least }) =>
    slowCalls('fm', period, call, least),
  ),
];
