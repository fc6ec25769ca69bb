import { type RawBuilder, sql } from 'kysely';
import type { Report, ReportColumn, ReportRow } from '#contract/reports/define-report.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, json, nullable, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Records from `from` until before `until`, ISO 8601 in UTC. */
export interface RecordedPeriod {
  readonly from: string;
  readonly until: string;
}

/** A filter that is not set is null. */
type FilterValues<FilterName extends string> = Readonly<Record<FilterName, string | null>>;

/** A report with its SQL. */
export interface ReportSource {
  readonly report: Report;
  /** Selects the columns of the report under their keys; durations in milliseconds. */
  readonly query: (period: RecordedPeriod, filter: FilterValues<string>) => RawBuilder<unknown>;
}

/**
 * Binds a report to its SQL. The text of a query is the same whatever the filter (a condition that is not set is a null
 * parameter), so that it is prepared once.
 */
export function answerReport<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  query: (period: RecordedPeriod, filter: FilterValues<FilterName>) => RawBuilder<unknown>,
): ReportSource {
  return { report, query };
}

/** What is read of a report. */
export interface ReportRequest {
  readonly period: RecordedPeriod;
  readonly filter: FilterValues<string>;
  /** Key of a column, with '-' before it for descending; undefined: the report's own order. */
  readonly sort: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ReportPage {
  readonly rows: readonly ReportRow[];
  readonly totals: Readonly<Record<string, string | number | null>>;
  readonly count: number;
}

const pageColumns = {
  rows: json<readonly ReportRow[]>(),
  totals: nullable(json<Readonly<Record<string, number | null>>>()),
  count: int4(),
};

/** A report may not keep a connection of the customers for longer. */
const maxMs = 15_000;
/** The database ended a statement: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const queryCanceled = '57014';

/** The statement ran too long. */
export class ReportTooMuch extends Error {}

/**
 * Rows of a report in order, their number and totals, by one statement.
 * @throws ReportTooMuch when it takes longer than 15 s.
 */
export async function readReport(
  db: PortalDatabase,
  { report, query }: ReportSource,
  { period, filter, sort, offset, limit }: ReportRequest,
  timeoutMs = maxMs,
): Promise<ReportPage> {
  const statement = typedSql(pageColumns)`
    with report as materialized (${query(period, filter)})
    select (select count(*)::integer from report) as count,
           (select to_jsonb(total) from (select ${totalsOf(report)} from report) as total) as totals,
           coalesce((select jsonb_agg(to_jsonb(page))
                       from (select * from report order by ${orderOf(report, sort)}
                             limit ${limit}::integer offset ${offset}::integer) as page), '[]') as rows`;
  try {
    const page = await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
      const { rows } = await statement.execute(transaction);
      return rows[0];
    });
    if (page === undefined) throw new Error(`${report.name}: no answer`);
    const { nothing: _, ...totals } = page.totals ?? {};
    return {
      rows: page.rows.map((row) => toCells(report, row)),
      totals: Object.fromEntries(
        Object.entries(totals).map(([key, value]) => [
          key,
          toCell(report.columns[key]?.kind ?? 'number', value),
        ]),
      ) as ReportPage['totals'],
      count: page.count,
    };
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === queryCanceled) throw new ReportTooMuch();
    throw error;
  }
}

const columnsOf = (report: Report): readonly [string, ReportColumn][] => Object.entries(report.columns);

function totalsOf(report: Report): RawBuilder<unknown> {
  const totals = columnsOf(report).flatMap(([key, column]) => {
    if (column.kind === 'number' && column.total)
      return [sql`coalesce(sum(${sql.id(key)}), 0)::float8 as ${sql.id(key)}`];
    if (column.kind === 'money' && column.total)
      return [sql`coalesce(sum(${sql.id(key)}), 0)::bigint as ${sql.id(key)}`];
    if (column.kind !== 'share' || !column.total) return [];
    const { part, whole } = column.total;
    return [sql`sum(${sql.id(part)})::float8 / nullif(sum(${sql.id(whole)}), 0) as ${sql.id(key)}`];
  });
  return totals.length > 0 ? sql.join(totals) : sql`count(*) as nothing`;
}

/** By the column, then by all others, so that no two rows change places between two parts of a list. */
function orderOf(report: Report, sort: string | undefined): RawBuilder<unknown> {
  const column = sort?.replace(/^-/, '') ?? report.sort.column;
  const isDescending = sort === undefined ? report.sort.descending : sort.startsWith('-');
  const first = sql`${sql.id(column)} ${isDescending ? sql`desc` : sql`asc`} nulls last`;
  const others = columnsOf(report).flatMap(([key]) => (key === column ? [] : [sql`${sql.id(key)}`]));
  return sql.join([first, ...others]);
}

function toCell(kind: ReportColumn['kind'], value: ReportRow[string] | undefined): ReportRow[string] {
  if (value === null || value === undefined) return null;
  if (kind === 'instant') return instantToIso(Date.parse(String(value)) as Instant);
  return kind === 'money' ? moneyToWire(BigInt(value) as Kopiykas) : value;
}

const toCells = (report: Report, row: ReportRow): ReportRow =>
  Object.fromEntries(columnsOf(report).map(([key, { kind }]) => [key, toCell(kind, row[key])]));
