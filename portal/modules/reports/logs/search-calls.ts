import { type RawBuilder, sql } from 'kysely';
import { catalogue } from '#contract/messages/catalogue.ts';
import type { leastDurations } from '#contract/reports/logs/log-filters.ts';
import { parseReference, type ReferenceRange } from '#domain/identifiers/reference.ts';
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

export const ofReferences = ({ references }: LogSearch, column: RawBuilder<unknown>) =>
  references !== undefined && sql`${column} between ${references.first}::uuid and ${references.last}::uuid`;

const outcomes: Readonly<Record<string, RawBuilder<unknown>>> = {
  success: sql`http_status < 400`,
  failed: sql`http_status >= 400`,
  fault: sql`http_status >= 500`,
};

/** Literal, so that the indexes of slow calls are found. */
const leasts: Readonly<Record<keyof typeof leastDurations, RawBuilder<unknown>>> = {
  '100': sql`duration_us >= 100000`,
  '500': sql`duration_us >= 500000`,
  '1000': sql`duration_us >= 500000 and duration_us >= 1000000`,
  '3000': sql`duration_us >= 500000 and duration_us >= 3000000`,
  '10000': sql`duration_us >= 500000 and duration_us >= 10000000`,
};

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

/** Kinds of calls that were made in the period, of those that are searched for. */
const wantedKinds = (kind: CallKind, search: LogSearch) => sql`
  select distinct name, outcome_code, http_status from portal.call_count_day
   where kind = ${kind} and day >= (${search.from} at time zone 'Europe/Kyiv')::date
     and day <= (${search.until} at time zone 'Europe/Kyiv')::date and ${all(countedConditions(search))}`;

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
 * Calls of a search, with the columns of the raw table. The newest of calls that are rare are found by the counts: hours and minutes
 * that have some, as many as fill the part.
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
    least !== null && (leasts[least as keyof typeof leastDurations] ?? false),
    text !== null &&
      sql`http_status >= 400 and (outcome_code = any(${codesWith(text)}::text[])${
        kind === 'api' ? sql` or ${contains(sql`cause`, text)}` : sql``
      })`,
  ]);
  if (!isByMinutes(search)) return sql`select * from ${tables[kind]} where ${conditions}`;
  const { from, until } = search;
  const newest = (at: RawBuilder<unknown>) =>
    sql`${at} < ${until} and ${at} <= coalesce(${before}::timestamptz, 'infinity')`;
  return sql`
    with wanted as materialized (${wantedKinds(kind, search)}),
    hours as materialized (
      select at from portal.call_count_hour join wanted using (name, outcome_code, http_status)
       where kind = ${kind} and at >= date_trunc('hour', ${from}) and ${newest(sql`at`)}
       group by at order by at desc limit ${limit}::integer),
    minutes as materialized (
      select minute.at from hours cross join lateral (
               select distinct m.at from portal.call_count_minute as m join wanted using (name, outcome_code, http_status)
                where m.kind = ${kind} and m.at >= hours.at and m.at < hours.at + interval '1 hour') as minute
       where ${newest(sql`minute.at`)}
       order by minute.at desc limit ${limit}::integer)
    select call.* from minutes cross join lateral (
      select * from ${tables[kind]}
       where happened_at >= minutes.at and happened_at < minutes.at + interval '1 minute' and ${conditions}) as call`;
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
        from ${counts} join (${wantedKinds(kind, search)}) as wanted using (name, outcome_code, http_status)
       where kind = ${kind} and at >= ${from} and at < ${until}) as found, generate_series(1, found.calls)`;
}
