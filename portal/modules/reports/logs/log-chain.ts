import { sql } from 'kysely';
import { callers, logChain, logEvents } from '#contract/reports/logs/log-chain.ts';
import { parseReference } from '#domain/identifiers/reference.ts';
import { answerReport, ReportRefused } from '../read-report.ts';
import { textsByCode } from '../texts-by-code.ts';

/**
 * What is recorded under a reference or those that begin alike; of the newest failing call when none is named. A report of a browser
 * belongs to the call whose failure it names, too.
 */
export const logChainSource = answerReport(logChain, (_, { chain }) => {
  const range = chain === null ? undefined : parseReference(chain);
  if (chain !== null && range === undefined) throw new ReportRefused('reports.badReference');
  const { first = null, last = null } = range ?? {};
  return sql`
    with wanted as materialized (
      select coalesce(${first}::uuid, newest.reference) as first, coalesce(${last}::uuid, newest.reference) as last
        from (select 1) as one left join lateral (
             select reference from portal.api_call
              where http_status >= 400 and ${first}::uuid is null order by happened_at desc limit 1) as newest on true),
    call as materialized (
      select c.* from wanted cross join lateral (
        select * from portal.api_call where reference between wanted.first and wanted.last) as c),
    events as (
      select happened_at, ${logEvents.call}::text as event, name, duration_us, outcome_code as code, http_status, node,
             account_number, session_id, reference,
             case when http_status >= 400 then coalesce(cause, ${textsByCode}::jsonb ->> outcome_code) end as text
        from call
      union all
      select m.happened_at, ${logEvents.module}::text, m.name, m.duration_us, m.outcome_code, m.http_status, m.node,
             m.account_number, m.session_id, m.reference,
             case when m.http_status >= 400 then ${textsByCode}::jsonb ->> m.outcome_code end
        from wanted cross join lateral (
             select * from portal.fm_call where reference between wanted.first and wanted.last) as m
      union all
      select e.happened_at, ${logEvents.fault}::text, e.title, null, null, null, null, null, null, e.reference,
             concat_ws(E'\n', coalesce(nullif(e.detail ->> 'stack', ''), concat_ws(': ', e.detail ->> 'name', e.detail ->> 'message')),
                       e.detail ->> 'cause')
        from wanted cross join lateral (
             select * from portal.error_log where origin = 'server' and reference between wanted.first and wanted.last) as e
      union all
      select b.last_at, ${logEvents.browser}::text, b.title, null, null, null, null, b.account_number, null, b.call_reference,
             concat_ws(E'\n', b.detail ->> 'error', b.detail ->> 'stack', b.detail ->> 'userAgent')
        from wanted cross join lateral (
             select r.*, r.reference as call_reference from portal.browser_report as r
              where r.reference between wanted.first and wanted.last
             union all
             select r.*, link.call_reference
               from portal.browser_report_call as link join portal.browser_report as r using (day, fingerprint)
              where link.call_reference between wanted.first and wanted.last) as b)
    select events.event, events.name, events.happened_at as "happenedAt",
           round(extract(epoch from greatest(events.happened_at - started.at, interval '0')) * 1000, 1)::float8 as offset,
           round(events.duration_us / 1000.0, 1)::float8 as duration, events.code, events.http_status::integer as status, events.node,
           events.account_number as account,
           case when events.session_id is not null then coalesce(${JSON.stringify(callers)}::jsonb ->> identity.identity_type, '—')
                when events.event = ${logEvents.call}::text then ${callers.nobody}::text end as who,
           nullif(events.text, '') as text, events.reference::text as reference
      from events
      left join lateral (select min(call.happened_at) as at from call where call.reference = events.reference) as started on true
      left join portal.session on session.session_id = events.session_id
      left join portal.identity on identity.identity_id = session.identity_id`;
});
