import { type RawBuilder, sql } from 'kysely';
import { catalogue } from '#contract/messages/catalogue.ts';
import { unsuccessfulApi, unsuccessfulApiCalls } from '#contract/reports/calls/unsuccessful-api.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';

/** Texts of the refusals by code, without what differs from one to the other. */
const texts = JSON.stringify(
  Object.fromEntries(
    Object.entries<string>(catalogue).map(([code, words]) => [code, words.replace(/\{[^}]*\}/g, '…')]),
  ),
);

/**
 * Failing calls of a period with the cause: for a fault its error without numbers, which differ from one to the other;
 * for a refusal the text of its code.
 */
const failures = ({ from, until }: RecordedPeriod): RawBuilder<unknown> => sql`
  select call.name as api, call.outcome_code as code, call.http_status::integer as status, call.happened_at,
         call.reference, call.session_id, call.account_number, call.duration_us,
         coalesce(
           left(nullif(regexp_replace(concat_ws(': ', fault.detail ->> 'name', fault.detail ->> 'message'),
                                      '[0-9]+', '0', 'g'), ''), 200),
           ${texts}::jsonb ->> call.outcome_code, '—') as cause
    from portal.api_call as call
    left join lateral (
      select error_log.detail from portal.error_log
       where call.http_status >= 500 and error_log.origin = 'server' and error_log.reference = call.reference
         and error_log.happened_at >= call.happened_at - interval '1 minute'
         and error_log.happened_at < call.happened_at + interval '1 hour'
       order by error_log.happened_at limit 1
    ) as fault on true
   where call.http_status >= 400
     and call.happened_at >= ${from}::timestamptz and call.happened_at < ${until}::timestamptz`;

/** A failure is new when there was none like it in so many days before the period. */
const daysBefore = 31;
const msPerDay = 86_400_000;

export const unsuccessfulApiSource = answerReport(unsuccessfulApi, ({ from, until }, filter) => {
  const earlier = new Date(Date.parse(from) - daysBefore * msPerDay).toISOString();
  const { api, code, kind, age } = filter;
  return sql`
    with failed as (${failures({ from: earlier, until })}),
    grouped as (
      select failed.code, failed.cause, failed.api, failed.status,
             (count(*) filter (where happened_at >= ${from}::timestamptz))::integer as calls,
             (count(distinct coalesce(session.identity_id, failed.session_id))
               filter (where happened_at >= ${from}::timestamptz))::integer as users,
             min(happened_at) as "firstSeen", max(happened_at) as "lastSeen",
             min(happened_at) >= ${from}::timestamptz as "isNew"
        from failed left join portal.session on session.session_id = failed.session_id
       group by failed.code, failed.cause, failed.api, failed.status
    )
    select * from grouped
     where calls > 0
       and (${api}::text is null or strpos(lower(api), lower(${api})) > 0)
       and (${code}::text is null or strpos(lower(code), lower(${code})) > 0)
       and case ${kind}::text when 'fault' then status >= 500 when 'refusal' then status in (409, 422, 429)
                              when 'request' then status < 500 and status not in (409, 422, 429) else true end
       and case ${age}::text when 'new' then "isNew" when 'known' then not "isNew" else true end`;
});

export const unsuccessfulApiCallsSource = answerReport(
  unsuccessfulApiCalls,
  (period, { api, code, cause, reference }) => sql`
    with failed as (${failures(period)})
    select failed.happened_at as "happenedAt", failed.reference, failed.status,
           round(failed.duration_us / 1000.0, 1)::float8 as duration, failed.account_number as account,
           (select string_agg(distinct module.name, ', ') from portal.fm_call as module
             where module.reference = failed.reference
               and module.happened_at >= failed.happened_at - interval '1 minute'
               and module.happened_at < failed.happened_at + interval '1 hour') as modules
      from failed
     where (${api}::text is null or failed.api = ${api}) and (${code}::text is null or failed.code = ${code})
       and (${cause}::text is null or failed.cause = ${cause})
       and (${reference}::text is null or failed.reference::text = lower(${reference}))`,
);
