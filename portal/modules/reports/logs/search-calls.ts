import { type RawBuilder, sql } from 'kysely';
import { catalogue } from '#contract/messages/catalogue.ts';
import type { leastDurations } from '#contract/reports/logs/log-filters.ts';
import { parseReference, type ReferenceRange } from '#domain/identifiers/reference.ts';
import { tableOf } from '#domain/table-of.ts';
import { type RecordedPeriod, type ReportBounds, ReportRefused } from '../read-report.ts';

/** Conditions of a search of the logs, as its filters name them; null: none. */
export interface LogFilter {
  readonly since: string | null;
  readonly till: string | null;
  readonly reference: string | null;
  readonly account: string | null;
  readonly name: string | null;
  readonly code: string | null;
  readonly outcome: string | null;
  readonly least: string | null;
  readonly text: string | null;
}

/** Texts are looked for in all rows of the period: of so many days at most. */
const maxTextDays = 7;
const msPerDay = 86_400_000;

/** What is searched for, checked. */
export interface LogSearch extends Omit<LogFilter, 'reference'> {
  readonly references: ReferenceRange | undefined;
  /** Moments of the period with the hours of its first and last day. */
  readonly from: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown>;
}

/**
 * Checks the conditions of a search.
 * @throws ReportRefused: what was typed is no reference; a text is looked for in too many days.
 */
export function readLogSearch(period: RecordedPeriod, { reference, ...filter }: LogFilter): LogSearch {
  const references = reference === null ? undefined : parseReference(reference);
  if (reference !== null && references === undefined) throw new ReportRefused('reports.badReference');
  const days = (Date.parse(period.until) - Date.parse(period.from)) / msPerDay;
  // A day has 25 hours once a year.
  if (filter.text !== null && !references && days > maxTextDays + 0.1)
    throw new ReportRefused('reports.textTooWide', { n: maxTextDays });
  const { since, till } = filter;
  const from = sql`${period.from}::timestamptz`;
  const until = sql`${period.until}::timestamptz`;
  const firstDay = sql`(${from} at time zone 'Europe/Kyiv')::date`;
  const lastDay = sql`((${until} - interval '1 microsecond') at time zone 'Europe/Kyiv')::date`;
  return {
    ...filter,
    references,
    from: since === null ? from : sql`((${firstDay} + ${since}::time) at time zone 'Europe/Kyiv')`,
    until:
      till === null ? until : sql`least(${until}, (${lastDay} + ${till}::time) at time zone 'Europe/Kyiv')`,
  };
}

/** A text as a part of another, in any case. */
export const contains = (column: RawBuilder<unknown>, part: string): RawBuilder<unknown> =>
  sql`strpos(lower(${column}), lower(${part})) > 0`;

/** All of the conditions. */
export const all = (conditions: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> => {
  const set = conditions.filter((condition) => condition !== false);
  return set.length > 0 ? sql.join(set, sql` and `) : sql`true`;
};

/** The moment of a record in the period; a reference is looked for in all days. */
export const inPeriod = ({ references, from, until }: LogSearch, at: RawBuilder<unknown>) =>
  references === undefined ? sql`${at} >= ${from} and ${at} < ${until}` : sql`true`;

/** A whole reference is looked for by "=": of a range, a plan for any values expects many rows and asks for parallel workers. */
export function ofReferences({ references }: LogSearch, column: RawBuilder<unknown>) {
  if (references === undefined) return false;
  const { first, last } = references;
  return first === last
    ? sql`${column} = ${first}::uuid`
    : sql`${column} between ${first}::uuid and ${last}::uuid`;
}

const outcomes: Readonly<Record<string, RawBuilder<unknown>>> = tableOf({
  success: sql`http_status < 400`,
  failed: sql`http_status >= 400`,
  fault: sql`http_status >= 500`,
});

/** Literal, so that the indexes of slow calls are found. */
const leasts = tableOf<RawBuilder<unknown>>({
  '100': sql`duration_us >= 100000`,
  '500': sql`duration_us >= 500000`,
  '1000': sql`duration_us >= 500000 and duration_us >= 1000000`,
  '3000': sql`duration_us >= 500000 and duration_us >= 3000000`,
  '10000': sql`duration_us >= 500000 and duration_us >= 10000000`,
} satisfies Readonly<Record<keyof typeof leastDurations, RawBuilder<unknown>>>);

/** Codes that a text means: in the code itself or in the words that a customer sees. */
function codesWith(text: string): readonly string[] {
  const part = text.toLowerCase();
  return Object.entries<string>(catalogue).flatMap(([code, words]) =>
    `${code} ${words}`.toLowerCase().includes(part) ? [code] : [],
  );
}

/** Conditions of the columns that a call and its counts have: they say in which minutes there are such calls. */
function countedConditions({ name, code, outcome }: LogSearch): readonly RawBuilder<unknown>[] {
  return [
    ...(name === null ? [] : [contains(sql`name`, name)]),
    ...(code === null ? [] : [contains(sql`outcome_code`, code)]),
    ...(outcome === null ? [] : [outcomes[outcome] ?? sql`true`]),
  ];
}

type CallKind = 'api' | 'fm';
const tables = { api: sql`portal.api_call`, fm: sql`portal.fm_call` };

/** The same conditions by the names and codes of the days, which are few. */
function countConditions(kind: CallKind, search: LogSearch): RawBuilder<unknown> {
  const { name, code, outcome, from, until } = search;
  const ofDays = (column: RawBuilder<unknown>, part: string) => sql`${column} = any(array(
    select distinct ${column} from portal.call_count_day
     where kind = ${kind} and day >= (${from} at time zone 'Europe/Kyiv')::date
       and day <= (${until} at time zone 'Europe/Kyiv')::date and ${contains(column, part)}))`;
  return all([
    sql`kind = ${kind}`,
    name !== null && ofDays(sql`name`, name),
    code !== null && ofDays(sql`outcome_code`, code),
    outcome !== null && (outcomes[outcome] ?? false),
  ]);
}

/**
 * Whether the counts say where calls are: otherwise an index leads to few of them (a reference, an account, slow ones, failing ones), or
 * every call is one, or the counts do not know it (a duration).
 */
function isByMinutes(search: LogSearch): boolean {
  const { references, account, least, text, name, code, outcome } = search;
  if (references || account !== null || text !== null || least !== null) return false;
  return name !== null || code !== null || outcome === 'success';
}

/**
 * Calls of a search, with the columns of the raw table. The newest of calls that are rare are found by the counts.
 */
export function searchedCalls(
  kind: CallKind,
  search: LogSearch,
  { before, limit }: ReportBounds,
): RawBuilder<unknown> {
  const { account, least, text } = search;
  const conditions = all([
    inPeriod(search, sql`happened_at`),
    ofReferences(search, sql`reference`),
    account !== null && sql`account_number = ${account}`,
    ...countedConditions(search),
    least !== null && (leasts[least] ?? false),
    text !== null &&
      sql`http_status >= 400 and (outcome_code = any(${codesWith(text)}::text[])${
        kind === 'api' ? sql` or ${contains(sql`cause`, text)}` : sql``
      })`,
  ]);
  if (isByMinutes(search)) return callsByMinutes(kind, search, { before, limit }, conditions);
  const rows = sql`select * from ${tables[kind]} where ${conditions}`;
  // Few have a reference. Of others the newest are read in the order of an index, whatever else is read with them.
  if (search.references || limit === null) return rows;
  return sql`
    (${rows} and happened_at < coalesce(${before}::timestamptz, 'infinity')
      order by happened_at desc fetch first (${limit}::integer) rows with ties)
    union all (${rows} and happened_at = ${before}::timestamptz)`;
}

/** Calls in the newest hours, and of these in the newest minutes, whose counts fill the part. */
function callsByMinutes(
  kind: CallKind,
  search: LogSearch,
  { before, limit }: ReportBounds,
  conditions: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { from, until } = search;
  const end = sql`least(${until}, coalesce(${before}::timestamptz, 'infinity'))`;
  // The span with the end is read in part: it may hold none.
  const newest = (counts: RawBuilder<unknown>, span: RawBuilder<unknown>) => sql`
    select at from (
      select at, calls, sum(calls) over (order by at desc) as upto
        from (select at, case when at + ${span} > ${end} then 0 else sum(calls)::float8 end as calls
                from (${counts}) as counted group by at) as spans) as spans
     where ${limit}::integer is null or upto - calls < ${limit}::integer`;
  const counted = countConditions(kind, search);
  // "offset 0" keeps a part by itself: else all minutes of all days would be read and compared with the hours.
  return sql`
    with hours as materialized (${newest(
      sql`select at, calls from portal.call_count_hour
           where ${counted} and at >= date_trunc('hour', ${from}) and at <= ${end}`,
      sql`interval '1 hour'`,
    )}),
    minutes as materialized (${newest(
      sql`select minute.at, minute.calls from hours cross join lateral (
            select at, calls from portal.call_count_minute
             where ${counted} and at >= hours.at and at < hours.at + interval '1 hour' and at >= ${from} and at <= ${end}
            offset 0) as minute`,
      sql`interval '1 minute'`,
    )})
    select call.* from minutes cross join lateral (
      select * from ${tables[kind]}
       where happened_at >= minutes.at and happened_at < minutes.at + interval '1 minute' and ${conditions}
       offset 0) as call`;
}

/** As many rows as there are such calls. */
export function countedCalls(kind: CallKind, search: LogSearch): RawBuilder<unknown> {
  const whole = { before: null, limit: null };
  if (!isByMinutes(search)) return sql`select from (${searchedCalls(kind, search, whole)}) as call`;
  // Hours of a part are counted by their minutes.
  const { since, till, from, until } = search;
  const counts =
    since === null && till === null ? sql`portal.call_count_hour` : sql`portal.call_count_minute`;
  return sql`
    select from (
      select coalesce(sum(calls), 0)::integer as calls
        from ${counts} where ${countConditions(kind, search)} and at >= ${from} and at < ${until}) as found,
      generate_series(1, found.calls)`;
}
