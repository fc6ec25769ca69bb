import { type RawBuilder, sql } from 'kysely';
import { apiRequestCount } from '#contract/reports/calls/api-request-count.ts';
import { fmRequestCount } from '#contract/reports/calls/fm-request-count.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { answerReport, type RecordedPeriod, type ReportPeriod } from '../read-report.ts';
import { type CallKind, callCounts, chartSteps, kyiv, kyivDaysOf } from '../rollups.ts';

/** Calls of a period by hours or days, the last one until the hour of its end, of the names that contain a text, of all names without one. */
function callsByStep(
  kind: CallKind,
  { from, until }: RecordedPeriod,
  { step }: ReportPeriod,
  name: string | null,
): RawBuilder<unknown> {
  const { first, last } = kyivDaysOf({ from, until });
  // The rollup by duration finds a name by its key, and has the sum of all names as the name ''.
  const names =
    name === null
      ? sql`('')`
      : sql`(
          select distinct known.name from portal.call_count_day as known
           where known.kind = ${kind} and strpos(lower(known.name), lower(${name})) > 0
             and known.day >= ${first}::date and known.day <= ${last}::date)`;
  const byHours = (since: string) => sql`
    portal.call_latency_hour
     where kind = ${kind} and name in ${names} and at >= ${since}::timestamptz and at < ${until}::timestamptz`;
  if (step === 'hour') return sql`select ${kyiv(sql`at`)} as local, calls from ${byHours(from)}`;
  const days =
    name === null
      ? sql`portal.call_latency_day where true`
      : sql`portal.call_count_day where name in ${names}`;
  return sql`
    select day::timestamp as local, calls from ${days} and kind = ${kind} and day >= ${first}::date and day < ${last}::date
    union all
    select ${last}::date::timestamp, calls from ${byHours(instantToIso(kyivMidnight(last)))}`;
}

const sourceOf = (kind: CallKind, report: typeof apiRequestCount) =>
  answerReport(
    report,
    (period, { name, change }) => sql`
      with now as (
        select name, sum(calls) as calls, max(last_at) as last_at from (${callCounts(kind, period)}) as counted group by name),
      earlier as (
        select name, sum(calls) as calls from (${callCounts(kind, period.before)}) as counted group by name),
      compared as (
        select name, coalesce(now.calls, 0)::bigint as calls, coalesce(earlier.calls, 0)::bigint as before, now.last_at
          from now full join earlier using (name))
      select name, calls, before, calls::float8 / nullif(before, 0) - 1 as change,
             calls::float8 / nullif(sum(calls) over (), 0) as share, last_at as "lastCall"
        from compared
       where (${name}::text is null or strpos(lower(name), lower(${name})) > 0)
         and case ${change}::text when 'more' then calls > before when 'less' then calls < before
                                  when 'new' then before = 0 when 'gone' then calls = 0 else true end`,
    {
      calls: (period, { name }) => sql`
        with step as (${chartSteps(period)}),
        now as (
          select local, sum(calls) as calls from (${callsByStep(kind, period, period, name)}) as counted group by local),
        earlier as (
          select local + (${kyiv(sql`${period.from}::timestamptz`)} - ${kyiv(sql`${period.before.from}::timestamptz`)}) as local,
                 sum(calls) as calls
            from (${callsByStep(kind, period.before, period, name)}) as counted group by local)
        select ${kyiv(sql`step.local`)} as at, coalesce(now.calls, 0)::bigint as calls, coalesce(earlier.calls, 0)::bigint as before
          from step left join now using (local) left join earlier using (local) order by step.local`,
    },
  );

export const apiRequestCountSource = sourceOf('api', apiRequestCount);
export const fmRequestCountSource = sourceOf('fm', fmRequestCount);
