import { sql } from 'kysely';
import { logsSearchSap } from '#contract/reports/logs/logs-search-sap.ts';
import { answerLog } from '../read-report.ts';
import { countedCalls, readLogSearch, searchedCalls } from './search-calls.ts';

/** Calls of a request in one millisecond are told apart by name and duration. */
export const logsSearchSapSource = answerLog(
  logsSearchSap,
  { at: 'happenedAt', id: 'id' },
  (period, { fm, ...filter }, bounds) => sql`
    select happened_at as "happenedAt", concat_ws(' ', reference, hashtext(name), duration_us) as id, name, api, outcome_code as code,
           http_status::integer as status, round(duration_us / 1000.0, 1)::float8 as duration, account_number as account, node,
           reference::text as reference
      from (${searchedCalls('fm', readLogSearch(period, { ...filter, name: fm }), bounds)}) as call`,
  (period, { fm, ...filter }) => countedCalls('fm', readLogSearch(period, { ...filter, name: fm })),
);
