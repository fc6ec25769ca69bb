import { type RawBuilder, sql } from 'kysely';
import { apiResponses, apiResponsesOfCode } from '#contract/reports/calls/api-responses.ts';
import { fmResponses, fmResponsesOfCode } from '#contract/reports/calls/fm-responses.ts';
import { answerReport, type ReportPeriod } from '../read-report.ts';
import { type CallKind, callCounts, chartSteps, kyiv, kyivDaysOf } from '../rollups.ts';
import { textsByCode } from '../texts-by-code.ts';

const withName = (name: string | null) =>
  sql`(${name}::text is null or strpos(lower(name), lower(${name})) > 0)`;

/** Answers by hours or days and HTTP status. */
function answersByStep(
  kind: CallKind,
  { from, until, step }: ReportPeriod,
  name: string | null,
): RawBuilder<unknown> {
  const { first, last } = kyivDaysOf({ from, until });
  return step === 'hour'
    ? sql`
        select ${kyiv(sql`at`)} as local, http_status, calls from portal.call_count_hour
         where kind = ${kind} and at >= ${from}::timestamptz and at < ${until}::timestamptz and ${withName(name)}`
    : sql`
        select day::timestamp as local, http_status, calls from portal.call_count_day
         where kind = ${kind} and day >= ${first}::date and day <= ${last}::date
           and ${withName(name)}`;
}

const isOutcome = (outcome: string | null) =>
  sql`case ${outcome}::text when 'success' then http_status < 400 when 'refusal' then http_status between 400 and 499
                            when 'fault' then http_status >= 500 else true end`;

const sourceOf = (kind: CallKind, report: typeof apiResponses) =>
  answerReport(
    report,
    (period, { name, outcome }) => sql`
      select outcome_code as code, http_status::integer as status, ${textsByCode}::jsonb ->> outcome_code as meaning,
             sum(calls)::bigint as calls, sum(calls)::float8 / sum(sum(calls)) over () as share,
             count(*)::integer as names, max(last_at) as "lastSeen"
        from (select outcome_code, http_status, name, sum(calls) as calls, max(last_at) as last_at
                from (${callCounts(kind, period)}) as counted
               where ${withName(name)} and ${isOutcome(outcome)}
               group by outcome_code, http_status, name) as named
       group by outcome_code, http_status`,
    {
      outcomes: (period, { name }) => sql`
        with counted as (
          select local, sum(calls) filter (where http_status < 400) as success,
                 sum(calls) filter (where http_status between 400 and 499) as refusals,
                 sum(calls) filter (where http_status >= 500) as faults
            from (${answersByStep(kind, period, name)}) as answered group by local)
        select ${kyiv(sql`step.local`)} as at, coalesce(success, 0)::bigint as success,
               coalesce(refusals, 0)::bigint as refusals, coalesce(faults, 0)::bigint as faults
          from (${chartSteps(period)}) as step left join counted using (local) order by step.local`,
      failures: (period, { name }) => sql`
        with answered as (${answersByStep(kind, { ...period, step: 'day' }, name)}),
        days as (select local::date as day from (${chartSteps({ ...period, step: 'day' })}) as step),
        failed as (select http_status, local::date as day, sum(calls) as calls from answered where http_status >= 400 group by 1, 2),
        statuses as (select distinct http_status from failed)
        select statuses.http_status::text as "row", days.day::text as "column", failed.calls::bigint as value
          from statuses cross join days left join failed using (http_status, day)
         order by statuses.http_status, days.day`,
    },
  );

const ofCodeSource = (kind: CallKind, report: typeof apiResponsesOfCode) =>
  answerReport(
    report,
    (period, { code }) => sql`
      select * from (
        select name, coalesce(sum(calls) filter (where outcome_code = ${code}), 0)::bigint as calls, sum(calls)::bigint as "all",
               coalesce(sum(calls) filter (where outcome_code = ${code}), 0)::float8 / sum(calls) as share,
               max(last_at) filter (where outcome_code = ${code}) as "lastSeen"
          from (${callCounts(kind, period)}) as counted group by name) as named
       where calls > 0 or ${code}::text is null`,
  );

export const apiResponsesSource = sourceOf('api', apiResponses);
export const apiResponsesOfCodeSource = ofCodeSource('api', apiResponsesOfCode);
export const fmResponsesSource = sourceOf('fm', fmResponses);
export const fmResponsesOfCodeSource = ofCodeSource('fm', fmResponsesOfCode);
