import type { ModuleResult } from '#billing/api/define-module.ts';
import { type Report, type ReportRow, sortOf } from '#contract/reports/define-report.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { type CallFailure, relayRefusal } from '#portal/http/call-result.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { FilterValues, ReportPage, ReportPart, ReportRequest } from './read-report.ts';

type BillingCall = RequestContext['billing'];

interface Asked<FilterName extends string, Key extends string> {
  /** Kyiv days, both included. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly filter: FilterValues<FilterName>;
  readonly sort: { readonly column: Key; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  readonly withCharts: boolean;
}

type Answered = Pick<ReportPage, 'rows' | 'totals' | 'count'> & Partial<Pick<ReportPage, 'charts'>>;

type Ask<FilterName extends string, Key extends string> = (
  billing: BillingCall,
  asked: Asked<FilterName, Key>,
) => Promise<ModuleResult<Answered>>;

/** A report that a function module answers: rows in order, totals, number of rows and charts, as on the wire. */
export interface ModuleSource {
  readonly report: Report;
  readonly ask: Ask<string, string>;
  readonly log?: undefined;
  readonly suggestions?: undefined;
}

/** Binds a report to the function module that answers it. */
export function answerByModule<FilterName extends string, Key extends string>(
  report: Report<FilterName, Key>,
  ask: Ask<FilterName, NoInfer<Key>>,
): ModuleSource {
  return { report, ask: ask as unknown as ModuleSource['ask'] };
}

interface AskedReport {
  readonly days: { readonly from: LocalDate; readonly to: LocalDate };
  readonly request: ReportRequest;
}

/** A part of a report, or why the module refuses it. */
export async function askPage(
  billing: BillingCall,
  { report, ask }: ModuleSource,
  { days, request: { filter, sort } }: AskedReport,
  { offset, limit, withCharts }: Pick<ReportPart, 'offset' | 'limit' | 'withCharts'>,
): Promise<ReportPage | CallFailure> {
  const result = await ask(billing, {
    ...days,
    filter,
    sort: sortOf(report, sort, filter),
    offset,
    limit,
    withCharts,
  });
  if (!result.ok) return relayRefusal(result);
  const { rows, totals, count, charts = {} } = result.data;
  return {
    rows: rows.map((row) => inColumns(report, row)),
    totals,
    count,
    charts: withCharts ? charts : {},
    isCapped: false,
    last: undefined,
  };
}

/** The cells of the report's columns, in their order. */
const inColumns = (report: Report, row: ReportRow): ReportRow =>
  Object.fromEntries(Object.keys(report.columns).map((key) => [key, row[key] ?? null]));

/** Rows of one question while a file is made. */
const rowsPerPart = 10_000;

/** All rows of a report in order, part after part. */
export async function* askRows(
  billing: BillingCall,
  source: ModuleSource,
  asked: AskedReport,
): AsyncGenerator<readonly ReportRow[]> {
  for (let offset = 0; ; offset += rowsPerPart) {
    const page = await askPage(billing, source, asked, { offset, limit: rowsPerPart, withCharts: false });
    if ('kind' in page) throw new Error(`${source.report.name} refused: ${page.code}`);
    if (page.rows.length > 0) yield page.rows;
    if (offset + page.rows.length >= page.count || page.rows.length === 0) return;
  }
}
