import { sql } from 'kysely';
import { allCalls } from '#contract/all-calls.ts';
import { describeAudience, listOfApis } from '#contract/reports/calls/list-of-apis.ts';
import { answerReport } from '../read-report.ts';

export const listOfApisSource = answerReport(listOfApis, ({ from, until }, { api, audience, use }) => {
  const declared = allCalls.map((call) => ({
    api: call.path,
    about: call.summary,
    audience: call.audience,
    may: describeAudience(call),
  }));
  return sql`
    with made as (
      select name, count(*)::integer as calls, count(*) filter (where http_status >= 400)::integer as errors,
             percentile_cont(array[0.5, 0.95]) within group (order by duration_us) as took, max(happened_at) as last_call
        from portal.api_call
       where happened_at >= ${from}::timestamptz and happened_at < ${until}::timestamptz
       group by name
    )
    select declared.api, declared.about, coalesce(made.calls, 0) as calls, coalesce(made.errors, 0) as errors,
           made.errors::float8 / made.calls as "errorShare",
           round((made.took[1] / 1000)::numeric, 1)::float8 as median,
           round((made.took[2] / 1000)::numeric, 1)::float8 as p95,
           made.last_call as "lastCall", declared.may
      from jsonb_to_recordset(${JSON.stringify(declared)}::jsonb)
             as declared(api text, about text, audience text, may text)
      left join made on made.name = declared.api
     where (${api}::text is null or strpos(lower(declared.api || ' ' || declared.about), lower(${api})) > 0)
       and (${audience}::text is null or declared.audience = ${audience})
       and case ${use}::text when 'called' then made.calls > 0 when 'failed' then made.errors > 0
                             when 'unused' then made.calls is null else true end`;
});
