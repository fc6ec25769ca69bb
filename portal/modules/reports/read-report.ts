import { type RawBuilder, sql } from 'kysely';
import type { FailureCode } from '#contract/messages/catalogue.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import {
  type ChartAnswer,
  maxCounted,
  type Report,
  type ReportChart,
  type ReportColumn,
  type ReportRow,
  sortOf,
} from '#contract/reports/define-report.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { withStatementTime } from '#platform/database/database.ts';
import { int4, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Records from `from` until before `until`, ISO 8601 in UTC. */
export interface RecordedPeriod {
  readonly from: string;
  readonly until: string;
}

/** The period of a report: whole Kyiv days, the last one until the moment of the report when that is earlier. */
export interface ReportPeriod extends RecordedPeriod {
  /** As many days before it, the last one until the same time of the day. */
  readonly before: RecordedPeriod;
  /** Of a chart over this time, so that it has at most 400 points. */
  readonly step: 'hour' | 'day';
}

/** Kyiv days, both included. */
export interface ReportDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** A filter that is not set is null. */
export type FilterValues<FilterName extends string> = Readonly<Record<FilterName, string | null>>;

/** The part of a log that is read, for SQL that can leave out the others; null: no bound. */
export interface ReportBounds {
  /** ISO 8601: records of this moment and earlier. */
  readonly before: string | null;
  /** At least so many of the newest; one of them may be the last of the part before. */
  readonly limit: number | null;
}

type Query<FilterName extends string> = (
  period: ReportPeriod,
  filter: FilterValues<FilterName>,
  bounds: ReportBounds,
) => RawBuilder<unknown>;

const unbounded: ReportBounds = { before: null, limit: null };

/** How a log is read by its key. */
interface LogKey {
  /** Columns of the SQL that order it, newest first: a moment and, among records of the same moment, a text of at most 60 characters. */
  readonly at: string;
  readonly id: string;
}

/** A report with its SQL. */
export interface ReportSource {
  readonly report: Report;
  /** Selects the columns of the report under their keys; durations in milliseconds. */
  readonly query: Query<string>;
  /**
   * SQL of each chart, by its name; its columns are those that `ReportLines` and `ReportHeatMap` name. Charts of the same
   * function are read at once.
   */
  readonly charts: Readonly<Record<string, Query<string>>>;
  /** Names for the filters that suggest some. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>;
  /** The same with what the billing knows of the days in its SQL. */
  readonly prepare?: (billing: RequestContext['billing'], days: ReportDays) => Promise<ReportSource>;
  readonly log?: LogKey & {
    /** Any statement with as many rows, where that costs less than `query`. */
    readonly counted: Query<string>;
  };
  readonly long?: LongTable;
}

/** How a table is read that may have a row for each of a million things. */
interface LongTable {
  /** The report's own order, without ties; by it, `query` is bound by the number of rows that are shown. */
  readonly order: RawBuilder<unknown>;
  /** Selects `count`; such a report has no totals. */
  readonly counted: Query<string>;
}

type ChartQueries<FilterName extends string> = Readonly<Record<string, Query<FilterName>>>;

/**
 * Binds a report to its SQL. The text of a query is the same whatever the filter (a condition that is not set is a null
 * parameter), so that it is prepared once.
 */
export function answerReport<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  query: Query<FilterName>,
  charts: ChartQueries<FilterName> = {},
  suggestions?: ReportSource['suggestions'],
): ReportSource {
  return { report, query, charts, ...(suggestions && { suggestions }) };
}

/**
 * Binds a report with a row for each of many things: in its own order only the rows of a part are read, and they are counted by a
 * statement of their own.
 */
export function answerLongReport<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  long: LongTable & { readonly counted: Query<FilterName> },
  query: Query<FilterName>,
): ReportSource {
  return { report, query, charts: {}, long };
}

type FactQuery<FilterName extends string> = (
  period: ReportPeriod,
  filter: FilterValues<FilterName>,
  facts: string,
) => RawBuilder<unknown>;

/** Binds a report to a question to the billing and to SQL that has its answer as JSON: schemas never join. */
export function answerWithFacts<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  ask: (billing: RequestContext['billing'], days: ReportDays) => Promise<unknown>,
  query: FactQuery<FilterName>,
  charts: Readonly<Record<string, FactQuery<FilterName>>> = {},
): ReportSource {
  const withFacts = (facts: string) =>
    answerReport(
      report,
      (period, filter) => query(period, filter, facts),
      Object.fromEntries(
        Object.entries(charts).map(([name, chart]) => [
          name,
          (period: ReportPeriod, filter: FilterValues<FilterName>) => chart(period, filter, facts),
        ]),
      ),
    );
  const prepare: ReportSource['prepare'] = async (billing, days) =>
    withFacts(JSON.stringify(await ask(billing, days)));
  return { ...withFacts('[]'), prepare };
}

/**
 * Binds a log to its SQL, which is neither sorted nor limited: the key does both, so it should be plain columns of an index.
 * @param counted Any statement with as many rows, without what a row only shows.
 */
export function answerLog<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  key: LogKey & { readonly at: Key },
  query: Query<FilterName>,
  counted: Query<FilterName> = query,
): ReportSource {
  return { report, query, charts: {}, log: { ...key, counted } };
}

/** Where a part of a log begins: after the record with this key. */
export interface LogPosition {
  /** ISO 8601 in UTC with microseconds. */
  readonly at: string;
  readonly id: string;
}

/** What is read of a report. */
export interface ReportRequest {
  readonly period: ReportPeriod;
  readonly filter: FilterValues<string>;
  /** Key of a column, with '-' before it for descending; undefined: the report's own order. */
  readonly sort: string | undefined;
}

/** Which rows of it: after so many, or, of a log, after a record. */
export interface ReportPart {
  readonly offset: number;
  readonly after: LogPosition | undefined;
  readonly limit: number;
  readonly withCharts: boolean;
}

export interface ReportPage {
  readonly rows: readonly ReportRow[];
  readonly totals: Readonly<Record<string, string | number | null>>;
  readonly count: number;
  readonly isCapped: boolean;
  readonly charts: Readonly<Record<string, ChartAnswer>>;
  /** Of the last row of a log when there are more; undefined: it is the last one, or no log. */
  readonly last: LogPosition | undefined;
}

type RawRow = ReportRow;
type RawTotals = Readonly<Record<string, number | null>>;

const pageColumns = {
  rows: json<readonly RawRow[]>(),
  totals: nullable(json<RawTotals>()),
  count: int4(),
};
const longColumns = { rows: json<readonly RawRow[]>(), count: int4() };
const logColumns = { row: json<RawRow>(), at: text(), id: text() };
const chartColumns = { points: json<readonly RawRow[]>() };

/** A report may not keep a connection of the customers for longer. */
const maxMs = 15_000;
/** The database ended a statement: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const queryCanceled = '57014';

/** The statement ran too long. */
export class ReportTooMuch extends Error {}

/** A filter that the report can't be read by: thrown by its SQL, which is made before anything is read. */
export class ReportRefused extends Error {
  readonly code: FailureCode;
  readonly params: MessageParams;

  constructor(code: FailureCode, params: MessageParams = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

async function withTimeout<Result>(
  db: PortalDatabase,
  timeoutMs: number,
  read: (transaction: PortalDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    return await withStatementTime(timeoutMs, () =>
      db.transaction().execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
        return read(transaction);
      }),
    );
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === queryCanceled) throw new ReportTooMuch();
    throw error;
  }
}

/**
 * Rows of a report in order, their number, totals and charts: a statement for the table, one for each function of charts.
 * @throws ReportTooMuch when one takes longer than 15 s.
 */
export async function readReport(
  db: PortalDatabase,
  source: ReportSource,
  request: ReportRequest,
  part: ReportPart,
  timeoutMs = maxMs,
): Promise<ReportPage> {
  return withTimeout(db, timeoutMs, async (transaction) => {
    const page = await (source.log ? readLog : readTable)(transaction, source, request, part);
    const charts = part.withCharts ? await readCharts(transaction, source, request) : {};
    return { ...page, charts };
  });
}

type TablePage = Omit<ReportPage, 'charts'>;

async function readTable(
  db: PortalDatabase,
  source: ReportSource,
  { period, filter, sort }: ReportRequest,
  { offset, limit }: ReportPart,
): Promise<TablePage> {
  const { report, query, long } = source;
  if (long) {
    const bounds = { before: null, limit: isInOwnOrder(report, { sort, filter }) ? offset + limit : null };
    const { rows } = await typedSql(longColumns)`
      select (${long.counted(period, filter, unbounded)}) as count,
             coalesce((select jsonb_agg(to_jsonb(page))
                         from (select * from (${query(period, filter, bounds)}) as report order by ${orderOf(source, { sort, filter })}
                               limit ${limit}::integer offset ${offset}::integer) as page), '[]') as rows`.execute(
      db,
    );
    const [page = { rows: [], count: 0 }] = rows;
    const shown = page.rows.map((row) => toCells(report, row));
    return { rows: shown, totals: {}, count: page.count, isCapped: false, last: undefined };
  }
  const { rows } = await typedSql(pageColumns)`
    with report as materialized (${query(period, filter, unbounded)})
    select (select count(*)::integer from report) as count,
           (select to_jsonb(total) from (select ${totalsOf(report)} from report) as total) as totals,
           coalesce((select jsonb_agg(to_jsonb(page))
                       from (select * from report order by ${orderOf(source, { sort, filter })}
                             limit ${limit}::integer offset ${offset}::integer) as page), '[]') as rows`.execute(
    db,
  );
  const [page] = rows;
  if (page === undefined) throw new Error(`${report.name}: no answer`);
  const { nothing: _, ...totals } = page.totals ?? {};
  return {
    rows: page.rows.map((row) => toCells(report, row)),
    totals: toTotals(report, totals),
    count: page.count,
    isCapped: false,
    last: undefined,
  };
}

/** A part of a log: the records after a key; how many there are only for its first part costs a count. */
async function readLog(
  db: PortalDatabase,
  source: ReportSource,
  request: ReportRequest,
  { after, limit }: ReportPart,
): Promise<TablePage> {
  const { report } = source;
  const { rows } = await typedSql(logColumns)`
    select to_jsonb(page) as row, to_char(page.${keyOf(source).at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
           page.${keyOf(source).id}::text as id
      from (${logRows(source, request, after, { before: after?.at ?? null, limit: limit + 2 })} limit ${limit + 1}::integer) as page`.execute(
    db,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const count = await countLog(db, source, request, maxCounted);
  return {
    rows: shown.map(({ row }) => toCells(report, row)),
    totals: {},
    count: Math.min(count, maxCounted),
    isCapped: count > maxCounted,
    last: last && { at: last.at, id: last.id },
  };
}

/** Number of records, counted up to one more than `max`. */
async function countLog(
  db: PortalDatabase,
  { query, log }: ReportSource,
  { period, filter }: ReportRequest,
  max: number,
): Promise<number> {
  const counted = (log?.counted ?? query)(period, filter, unbounded);
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::integer as count from (select from (${counted}) as counted limit ${max + 1}::integer) as found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function keyOf({ log, report }: ReportSource) {
  if (!log) throw new Error(`${report.name} is no log`);
  return { at: sql.id(log.at), id: sql.id(log.id) };
}

/** Records in their order, also those of a moment in the order of their texts. */
function logRows(
  source: ReportSource,
  { period, filter }: ReportRequest,
  after: LogPosition | undefined,
  bounds: ReportBounds,
): RawBuilder<unknown> {
  const { at, id } = keyOf(source);
  // A range of the index also in a generic plan, which an "is null or" would not be.
  const last = sql`coalesce(${after?.at ?? null}::timestamptz, 'infinity')`;
  return sql`
    select * from (${source.query(period, filter, bounds)}) as log
     where log.${at} <= ${last} and (log.${at} < ${last} or log.${id}::text < ${after?.id ?? ''})
     order by log.${at} desc, log.${id}::text desc`;
}

async function readCharts(
  db: PortalDatabase,
  { report, charts }: ReportSource,
  { period, filter }: ReportRequest,
): Promise<ReportPage['charts']> {
  const answers: Record<string, ChartAnswer> = {};
  const read = new Map<Query<string>, readonly RawRow[]>();
  for (const [name, query] of Object.entries(charts)) {
    const chart = report.charts?.[name];
    if (!chart) throw new Error('SQL of a chart that is not declared');
    const points = read.get(query) ?? (await readPoints(db, query(period, filter, unbounded)));
    read.set(query, points);
    answers[name] = chartOf(chart, points);
  }
  return answers;
}

async function readPoints(db: PortalDatabase, query: RawBuilder<unknown>): Promise<readonly RawRow[]> {
  const { rows } = await typedSql(chartColumns)`
    select coalesce(jsonb_agg(to_jsonb(point)), '[]') as points from (${query}) as point`.execute(db);
  return rows[0]?.points ?? [];
}

function chartOf(chart: ReportChart, points: readonly RawRow[]): ChartAnswer {
  const { unit } = chart;
  const toNumber = (value: ReportRow[string] | undefined) => toCell(unit, value) as number | string | null;
  if (chart.kind === 'lines') {
    const series = Object.keys(chart.series);
    return {
      rows: series,
      columns: points.map(({ at }) => String(toCell('instant', at))),
      values: series.map((name) => points.map((point) => toNumber(point[name]))),
    };
  }
  const keysOf = (axis: 'row' | 'column', values: Readonly<Record<string, string>> | undefined) =>
    values ? Object.keys(values) : [...new Set(points.map((point) => String(point[axis])))];
  const [rowKeys, columnKeys] = [keysOf('row', chart.rows.values), keysOf('column', chart.columns.values)];
  const byPlace = new Map(points.map(({ row, column, value }) => [`${row}\n${column}`, value]));
  return {
    rows: rowKeys,
    columns: columnKeys,
    values: rowKeys.map((row) => columnKeys.map((column) => toNumber(byPlace.get(`${row}\n${column}`)))),
  };
}

/**
 * Number and totals of the rows of a file.
 * @throws ReportTooMuch when counting takes longer than 15 s.
 */
export async function countReport(
  db: PortalDatabase,
  source: ReportSource,
  request: ReportRequest,
  max: number,
): Promise<Pick<ReportPage, 'count' | 'totals'>> {
  return withTimeout(db, maxMs, async (transaction) =>
    source.log
      ? { count: await countLog(transaction, source, request, max), totals: {} }
      : readTable(transaction, source, request, {
          offset: 0,
          after: undefined,
          limit: 0,
          withCharts: false,
        }),
  );
}

const fetchColumns = { row: json<RawRow>() };
const [firstFetch, leastFetch, mostFetch] = [64, 16, 128];
/** Characters of the texts of a fetch, about. */
const charactersPerFetch = 131_072;

/** How many rows to fetch next, by how long those of the last fetch were. */
function nextFetch(rows: readonly { readonly row: RawRow }[]): number {
  let characters = 0;
  for (const { row } of rows)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
  const fitting = Math.floor((charactersPerFetch * rows.length) / Math.max(characters, 1));
  return Math.min(Math.max(fitting, leastFetch), mostFetch);
}

/** Of one statement while a file is made: sorting a million rows, then the next thousand of them. */
const maxFetchMs = 60_000;
/** How long the reader of a file may take for the rows of a statement. */
const maxIdleMs = 900_000;

/** All rows of a report in order, read from a cursor of the database, so that memory does not grow with them. */
export async function* streamReport(
  db: PortalDatabase,
  source: ReportSource,
  request: ReportRequest,
): AsyncGenerator<readonly ReportRow[]> {
  const { report, query } = source;
  const rows = source.log
    ? logRows(source, request, undefined, unbounded)
    : sql`select * from (${query(request.period, request.filter, unbounded)}) as report order by ${orderOf(source, request)}`;
  const transaction = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`
      select set_config('statement_timeout', ${String(maxFetchMs)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(maxIdleMs)}, true)`.execute(transaction);
    await sql`declare report_rows no scroll cursor for select to_jsonb(page) as row from (${rows}) as page`.execute(
      transaction,
    );
    let size = firstFetch;
    const fetchRows = async () => {
      const fetch = typedSql(fetchColumns)`fetch ${sql.lit(size)} from report_rows`;
      const { rows: fetched } = await withStatementTime(maxFetchMs, () => fetch.execute(transaction));
      const batch = fetched.map(({ row }) => toCells(report, row));
      if (batch.length > 0) size = nextFetch(fetched);
      // Something of each result reaches the old generation and keeps what it holds until a full collection: with its rows the
      // server grew by 165 MiB over 550,000 of them, without by 38.
      fetched.length = 0;
      return batch;
    };
    for (let batch = await fetchRows(); batch.length > 0; batch = await fetchRows()) yield batch;
  } finally {
    await transaction.rollback().execute();
  }
}

const columnsOf = (report: Report): readonly [string, ReportColumn][] => Object.entries(report.columns);

function totalsOf(report: Report): RawBuilder<unknown> {
  const sum = (key: string) => sql`sum(${sql.id(key)})`;
  const totals = columnsOf(report).flatMap(([key, column]) => {
    if (column.kind === 'number' && column.total === 'sum')
      return [sql`coalesce(${sum(key)}, 0)::float8 as ${sql.id(key)}`];
    if (column.kind === 'money' && column.total === 'sum')
      return [sql`coalesce(${sum(key)}, 0)::bigint as ${sql.id(key)}`];
    if (column.kind === 'share' && column.total) {
      const { part, whole } = column.total;
      return [sql`${sum(part)}::float8 / nullif(${sum(whole)}, 0) as ${sql.id(key)}`];
    }
    if (column.kind === 'change' && column.total) {
      const { now, before } = column.total;
      return [sql`${sum(now)}::float8 / nullif(${sum(before)}, 0) - 1 as ${sql.id(key)}`];
    }
    return [];
  });
  return totals.length > 0 ? sql.join(totals) : sql`count(*) as nothing`;
}

type Order = Pick<ReportRequest, 'sort' | 'filter'>;

function isInOwnOrder(report: Report, { sort, filter }: Order): boolean {
  const { column, descending } = sortOf(report, sort, filter);
  return column === report.sort.column && descending === report.sort.descending;
}

/** By the column, then by all others, so that no two rows change places between two parts of a list. */
function orderOf({ report, long }: ReportSource, order: Order): RawBuilder<unknown> {
  if (long && isInOwnOrder(report, order)) return long.order;
  const { column, descending } = sortOf(report, order.sort, order.filter);
  const first = sql`${sql.id(column)} ${descending ? sql`desc` : sql`asc`} nulls last`;
  const others = columnsOf(report).flatMap(([key]) => (key === column ? [] : [sql`${sql.id(key)}`]));
  return sql.join([first, ...others]);
}

function toCell(kind: ReportColumn['kind'], value: ReportRow[string] | undefined): ReportRow[string] {
  if (value === null || value === undefined) return null;
  if (kind === 'instant') return instantToIso(Date.parse(String(value)) as Instant);
  return kind === 'money' ? moneyToWire(BigInt(value) as Kopiykas) : value;
}

const toCells = (report: Report, row: RawRow): ReportRow =>
  Object.fromEntries(columnsOf(report).map(([key, { kind }]) => [key, toCell(kind, row[key])]));

const toTotals = (report: Report, totals: RawTotals): ReportPage['totals'] =>
  Object.fromEntries(
    Object.entries(totals).map(([key, value]) => [key, toCell(report.columns[key]?.kind ?? 'number', value)]),
  ) as ReportPage['totals'];
