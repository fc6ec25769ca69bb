import { sql } from 'kysely';
import { unsuccessfulApi, unsuccessfulApiCalls } from '#contract/reports/calls/unsuccessful-api.ts';
import { answerLog, answerReport } from '../read-report.ts';
import { textsByCode } from '../texts-by-code.ts';

/** A failure is new when there was none like it in so many days before the period. */
const daysBefore = 31;

/** Groups and their users are counted by day when the calls are written: who returned in the period is taken off its users. */
export const unsuccessfulApiSource = answerReport(
  unsuccessfulApi,
  ({ from, until }, { api, code, kind, age }) => sql`
  with days as (
    select (${from}::timestamptz at time zone 'Europe/Kyiv')::date as first,
           ((${until}::timestamptz - interval '1 microsecond') at time zone 'Europe/Kyiv')::date as last),
  counted as (
    select failed.outcome_code, failed.cause, failed.name, failed.http_status,
           sum(failed.calls) filter (where failed.day >= days.first) as calls,
           sum(failed.users) filter (where failed.day >= days.first) as users,
           min(failed.first_at) as first_at, max(failed.last_at) as last_at, min(failed.day) >= days.first as is_new
      from days, portal.failed_call_day as failed
     where failed.day >= days.first - ${daysBefore}::integer and failed.day <= days.last
     group by failed.outcome_code, failed.cause, failed.name, failed.http_status, days.first),
  returned as (
    select outcome_code, cause, name, http_status, sum(users) as users
      from days, portal.failed_return_day
     where day > days.first and day <= days.last and previous_day >= days.first
     group by outcome_code, cause, name, http_status),
  grouped as (
    select outcome_code as code, coalesce(nullif(cause, ''), ${textsByCode}::jsonb ->> outcome_code, '—') as cause, name as api,
           http_status::integer as status, counted.calls::integer as calls,
           (counted.users - coalesce(returned.users, 0))::integer as users, first_at as "firstSeen", last_at as "lastSeen",
           is_new as "isNew"
      from counted left join returned using (outcome_code, cause, name, http_status))
  select * from grouped
   where calls > 0
     and (${api}::text is null or strpos(lower(api), lower(${api})) > 0)
     and (${code}::text is null or strpos(lower(code), lower(${code})) > 0)
     and case ${kind}::text when 'fault' then status >= 500 when 'refusal' then status in (409, 422, 429)
                            when 'request' then status < 500 and status not in (409, 422, 429) else true end
     and case ${age}::text when 'new' then "isNew" when 'known' then not "isNew" else true end`,
);

/** The calls of a group, by the index of failing calls of a name. */
export const unsuccessfulApiCallsSource = answerLog(
  unsuccessfulApiCalls,
  { at: 'happenedAt', id: 'reference' },
  ({ from, until }, { api, code, cause }) => sql`
    select happened_at as "happenedAt", reference::text as reference, http_status::integer as status,
           round(duration_us / 1000.0, 1)::float8 as duration, account_number as account, node,
           coalesce(cause, ${textsByCode}::jsonb ->> outcome_code, '—') as cause
      from portal.api_call
     where http_status >= 400 and happened_at >= ${from}::timestamptz and happened_at < ${until}::timestamptz
       ${api === null ? sql`` : sql`and name = ${api}`} ${code === null ? sql`` : sql`and outcome_code = ${code}`}
       ${cause === null ? sql`` : sql`and coalesce(cause, ${textsByCode}::jsonb ->> outcome_code, '—') = ${cause}`}`,
);
