import { type RawBuilder, sql } from 'kysely';
import { allCalls } from '#contract/all-calls.ts';
import { describeAudience, listOfApis } from '#contract/reports/calls/list-of-apis.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';
import { type CallKind, callCounts, namePercentiles } from '../rollups.ts';

/**
 * Calls, failures, percentiles and the last call of each name of a period. Its parts are materialized: PostgreSQL takes them for a row
 * or two, and a nested loop would compute them again for each name.
 */
export function callFigures(kind: CallKind, period: RecordedPeriod): RawBuilder<unknown> {
  const percentiles = namePercentiles(kind, period, { median: 0.5, p95: 0.95 });
  return sql`
    with counted as materialized (
      select name, sum(calls)::bigint as calls, coalesce(sum(calls) filter (where http_status >= 400), 0)::bigint as errors,
             max(last_at) as last_call
        from (${callCounts(kind, period)}) as counted group by name),
    took as materialized (select name, median, p95 from (${percentiles}) as ranked)
    select * from counted left join took using (name)`;
}

const declared = JSON.stringify(
  allCalls.map((call) => ({
    api: call.path,
    about: call.summary,
    audience: call.audience,
    may: describeAudience(call),
  })),
);

export const listOfApisSource = answerReport(
  listOfApis,
  (period, { api, audience, use }) => sql`
    with made as materialized (${callFigures('api', period)})
    select declared.api, declared.about, coalesce(made.calls, 0) as calls, coalesce(made.errors, 0) as errors,
           made.errors::float8 / made.calls as "errorShare", made.median, made.p95, made.last_call as "lastCall", declared.may
      from jsonb_to_recordset(${declared}::jsonb) as declared(api text, about text, audience text, may text)
      left join made on made.name = declared.api
     where (${api}::text is null or strpos(lower(declared.api || ' ' || declared.about), lower(${api})) > 0)
       and (${audience}::text is null or declared.audience = ${audience})
       and case ${use}::text when 'called' then made.calls > 0 when 'failed' then made.errors > 0
                             when 'unused' then made.calls is null else true end`,
);
