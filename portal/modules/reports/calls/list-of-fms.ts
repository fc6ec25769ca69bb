import { sql } from 'kysely';
import { allModules } from '#billing/api/all-modules.ts';
import { jobsWord } from '#contract/reports/calls/find-api-by-fm.ts';
import { listOfFms } from '#contract/reports/calls/list-of-fms.ts';
import { answerReport } from '../read-report.ts';
import { kyivDaysOf } from '../rollups.ts';
import { callFigures } from './list-of-apis.ts';

const declared = JSON.stringify(allModules.map(({ name, summary }) => ({ name, about: summary })));

export const listOfFmsSource = answerReport(listOfFms, (period, { fm, use }) => {
  const { first, last } = kyivDaysOf(period);
  return sql`
    with made as materialized (${callFigures('fm', period)}),
    pair as (
      select fm as name, api, sum(calls) as calls from portal.call_pair_day
       where day >= ${first}::date and day <= ${last}::date group by fm, api),
    caller as materialized (
      select name, string_agg(coalesce(nullif(api, ''), ${jobsWord}), ', ' order by calls desc, api) filter (where place <= 3)
                     || case when max(place) > 3 then ' +' || (max(place) - 3) else '' end as callers
        from (select *, row_number() over (partition by name order by calls desc, api) as place from pair) as ranked
       group by name),
    named as (
      select coalesce(declared.name, made.name) as fm, declared.about, made.*, caller.callers
        from jsonb_to_recordset(${declared}::jsonb) as declared(name text, about text)
        full join made on made.name = declared.name
        left join caller on caller.name = made.name)
    select fm, about, coalesce(calls, 0) as calls, coalesce(errors, 0) as errors, errors::float8 / calls as "errorShare", median, p95,
           last_call as "lastCall", callers
      from named
     where (${fm}::text is null or strpos(lower(concat_ws(' ', fm, about)), lower(${fm})) > 0)
       and case ${use}::text when 'called' then calls > 0 when 'failed' then errors > 0 when 'unused' then calls is null else true end`;
});
