import { type RawBuilder, sql } from 'kysely';
import { logEvents } from '#contract/reports/logs/log-chain.ts';
import { logsSearchBack } from '#contract/reports/logs/logs-search-back.ts';
import { answerLog, type RecordedPeriod, type ReportBounds } from '../read-report.ts';
import { textsByCode } from '../texts-by-code.ts';
import {
  all,
  contains,
  countedCalls,
  inPeriod,
  type LogFilter,
  type LogSearch,
  ofReferences,
  readLogSearch,
  searchedCalls,
} from './search-calls.ts';

type Filter = LogFilter & { readonly kind: string | null };

/** Whether records of a kind can match: errors and reports have no code, outcome or duration of their own. */
function kindsOf({ kind, code, outcome, least, account }: Filter) {
  const hasCallCondition = code !== null || outcome !== null || least !== null;
  return {
    call: kind === null || kind === 'call',
    fault: (kind === null || kind === 'fault') && !hasCallCondition && account === null,
    browser: (kind === null || kind === 'browser') && !hasCallCondition,
  };
}

const faultConditions = (search: LogSearch) => {
  const { name, text } = search;
  const said = sql`concat_ws(' ', title, detail ->> 'name', detail ->> 'message')`;
  return all([
    sql`origin = 'server'`,
    inPeriod(search, sql`happened_at`),
    ofReferences(search, sql`reference`),
    name !== null && contains(sql`title`, name),
    text !== null && contains(said, text),
  ]);
};

const browserConditions = (search: LogSearch) => {
  const { name, text, account } = search;
  return all([
    inPeriod(search, sql`first_at`),
    ofReferences(search, sql`reference`),
    name !== null && contains(sql`title`, name),
    account !== null && sql`account_number = ${account}`,
    text !== null && contains(sql`concat_ws(' ', title, detail ->> 'error')`, text),
  ]);
};

/** Names and types of the columns, without a row. */
const columns = sql`
  select null::timestamptz as "happenedAt", null::text as id, null::text as event, null::text as name, null::text as code,
         null::integer as status, null::float8 as duration, null::text as account, null::text as node, null::text as reference,
         null::text as text
   where false`;

/** Records of all kinds under the columns of the report; `id` parts those of a moment. */
function records(period: RecordedPeriod, filter: Filter, bounds: ReportBounds): RawBuilder<unknown> {
  const search = readLogSearch(period, filter);
  const has = kindsOf(filter);
  const parts = [
    has.call &&
      sql`
        select happened_at, 'c' || reference, ${logEvents.call}::text, name, outcome_code,
               http_status::integer, round(duration_us / 1000.0, 1)::float8, account_number, node, reference::text,
               case when http_status >= 400 then coalesce(cause, ${textsByCode}::jsonb ->> outcome_code) end
          from (${searchedCalls('api', search, bounds)}) as call`,
    has.fault &&
      sql`
        select happened_at, 'f' || reference, ${logEvents.fault}::text, title, null, null::integer, null::float8, null, null,
               reference::text, concat_ws(': ', detail ->> 'name', detail ->> 'message')
          from portal.error_log where ${faultConditions(search)}`,
    has.browser &&
      sql`
        select first_at, 'b' || reference, ${logEvents.browser}::text, title, null, null::integer, null::float8, account_number, null,
               reference::text, detail ->> 'error'
          from portal.browser_report where ${browserConditions(search)}`,
  ].filter((part) => part !== false);
  return sql.join([columns, ...parts], sql` union all `);
}

function counted(period: RecordedPeriod, filter: Filter): RawBuilder<unknown> {
  const search = readLogSearch(period, filter);
  const has = kindsOf(filter);
  const parts = [
    has.call && sql`(${countedCalls('api', search)})`,
    has.fault && sql`(select from portal.error_log where ${faultConditions(search)})`,
    has.browser && sql`(select from portal.browser_report where ${browserConditions(search)})`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? sql.join(parts, sql` union all `) : sql`select where false`;
}

export const logsSearchBackSource = answerLog(
  logsSearchBack,
  { at: 'happenedAt', id: 'id' },
  (period, { api, ...filter }, bounds) => records(period, { ...filter, name: api }, bounds),
  (period, { api, ...filter }) => counted(period, { ...filter, name: api }),
);
