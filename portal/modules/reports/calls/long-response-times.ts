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
import { tableOf } from '#domain/table-of.ts';
import { answerLog, answerReport, type RecordedPeriod, type ReportPeriod } from '../read-report.ts';
import { bucketsOfNames, type CallKind, kyivDaysOf, namePercentiles, percentiles } from '../rollups.ts';

const slowCounts: Readonly<Record<string, RawBuilder<unknown>>> = tableOf({
  '500': sql`at_least_500`,
  '1000': sql`at_least_1000`,
  '3000': sql`at_least_3000`,
  '10000': sql`at_least_10000`,
});

const shares = { p50: 0.5, p95: 0.95, p99: 0.99 };

const withPart = (part: string | null) =>
  part === null ? sql`true` : sql`strpos(lower(name), lower(${part})) > 0`;

/** Names whose percentiles, longest and slow calls of the days are shown. */
function timesByName(kind: CallKind, period: RecordedPeriod, part: string | null, least: string | null) {
  const { first, last } = kyivDaysOf(period);
  const ofDays = sql`kind = ${kind} and day >= ${first}::date and day <= ${last}::date`;
  return sql`
    with took as materialized (${namePercentiles(kind, period, shares, withPart(part))}),
    longest as materialized (
      select name, max(max_us) as us from portal.call_count_day where ${ofDays} group by name),
    slow as materialized (
      select name, sum(${slowCounts[least ?? usuallySlow] ?? sql`at_least_500`})::integer as calls from portal.slow_call_day
       where ${ofDays} group by name)
    select took.*, round(longest.us / 1000.0, 1)::float8 as longest, coalesce(slow.calls, 0) as slow,
           coalesce(slow.calls, 0)::float8 / took.calls as "slowShare"
      from took left join longest using (name) left join slow using (name)`;
}

/** Calls by bucket and hour, or day, of all names or of those with a part. */
function bucketsOver(kind: CallKind, { from, until, step }: ReportPeriod, part: string | null) {
  const { first, last } = kyivDaysOf({ from, until });
  if (step === 'hour')
    return sql`
      select at, bucket, calls from portal.call_latency_hour
       where kind = ${kind} and ${part === null ? sql`name = ''` : sql`name <> '' and ${withPart(part)}`}
         and at >= ${from}::timestamptz and at < ${until}::timestamptz`;
  const byDays =
    part === null
      ? sql`portal.call_latency_day where kind = ${kind} and day >= ${first}::date and day <= ${last}::date`
      : sql`(${bucketsOfNames(kind, { from, until }, withPart(part))}) as counted`;
  return sql`select day::timestamp at time zone 'Europe/Kyiv' as at, bucket, calls from ${byDays}`;
}

const timesOver = (kind: CallKind, period: ReportPeriod, part: string | null) => sql`
  select * from (${percentiles(bucketsOver(kind, period, part), ['at'], shares)}) as took order by at`;

const bandEnds = Object.keys(responseTimeBands).filter((end) => end !== 'more');

const hoursByBand = (kind: CallKind, period: ReportPeriod, part: string | null) => sql`
  select coalesce((${bandEnds}::text[])[1 + width_bucket(portal.bucket_ms(bucket), ${bandEnds}::float8[])], 'more') as row,
         'h' || extract(hour from at at time zone 'Europe/Kyiv') as column, sum(calls::float8) as value
    from (${bucketsOver(kind, { ...period, step: 'hour' }, part)}) as buckets
   group by 1, 2`;

const slowCalls = (
  kind: CallKind,
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
