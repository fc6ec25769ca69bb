import {
  maxReportRows,
  type Report,
  type ReportInput,
  reportPeriods,
  usualReportDays,
} from '#contract/reports/define-report.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, type LocalDate, laterOf, localDate } from '#domain/time/local-date.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { type CallFailure, fail, failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { reportSources } from './all-sources.ts';
import {
  type RecordedPeriod,
  type ReportPage,
  type ReportSource,
  ReportTooMuch,
  readReport,
} from './read-report.ts';
import { reportTable } from './report-table.template.ts';

const usualPage = 100;
/** The first day that a payload or an answer may name. */
const firstDay = localDate('2000-01-01');

const maxDaysOf = ({ period = 'days' }: Report) => reportPeriods[period].maxDays;

/** Days of a request, both included; undefined when they are reversed or too many. */
function daysOf(
  report: Report,
  { from, to }: ReportInput,
  now: Instant,
): { from: LocalDate; to: LocalDate } | undefined {
  const last = to === undefined ? undefined : localDate(to);
  const first = from === undefined ? undefined : localDate(from);
  const today = kyivDateOf(now);
  const usual =
    report.period === 'year'
      ? localDate(`${(last ?? today).slice(0, 4)}-01-01`)
      : addDays(last ?? today, 1 - usualReportDays);
  const ofDays = {
    from: first ?? laterOf(usual, firstDay),
    to: last ?? (first && first > today ? first : today),
  };
  const length = daysBetween(ofDays.from, ofDays.to) + 1;
  return length >= 1 && length <= maxDaysOf(report) ? ofDays : undefined;
}

/** A report's answer of its records until `asOf`, or why there is none. */
async function read(
  db: PortalServices['db'],
  source: ReportSource,
  input: ReportInput,
  part: { readonly asOf: Instant; readonly offset: number; readonly limit: number },
): Promise<CallFailure | { from: LocalDate; to: LocalDate; page: ReportPage }> {
  const days = daysOf(source.report, input, part.asOf);
  if (!days) return fail('reports.badPeriod', { n: maxDaysOf(source.report) });
  const end = kyivMidnight(addDays(days.to, 1));
  const period: RecordedPeriod = {
    from: instantToIso(kyivMidnight(days.from)),
    until: instantToIso(end < part.asOf ? end : part.asOf),
  };
  const names = Object.keys(source.report.filters);
  const filter = Object.fromEntries(names.map((name) => [name, input[name] || null]));
  const { offset, limit } = part;
  try {
    return {
      ...days,
      page: await readReport(db, source, { period, filter, sort: input.sort, offset, limit }),
    };
  } catch (error) {
    if (error instanceof ReportTooMuch) return fail('reports.tooMuch');
    throw error;
  }
}

const digits = (part: string) => /^\d{1,15}$/.test(part);

/** A cursor is a moment and a number of rows: records are only added, so that the rows until a moment keep their places. */
function partOf(cursor: string | undefined, now: Instant): { asOf: Instant; offset: number } | undefined {
  if (cursor === undefined) return { asOf: now, offset: 0 };
  const parts = readCursor(cursor, [digits, digits]);
  if (!parts) return undefined;
  return {
    asOf: Math.min(Number(parts[0]), now) as Instant,
    offset: Math.min(Number(parts[1]), 2 ** 31 - 1),
  };
}

function routesOf(db: PortalServices['db'], source: ReportSource): Route[] {
  const { report }: { report: Report } = source;
  return [
    route(report.read, async (input, { clock }) => {
      const part = partOf(input.cursor, clock.now());
      if (!part) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const limit = Number(input.limit ?? usualPage);
      const answer = await read(db, source, input, { ...part, limit });
      if ('kind' in answer) return answer;
      const { page, from, to } = answer;
      const shown = part.offset + page.rows.length;
      const hasMore = page.rows.length > 0 && shown < page.count;
      const next = hasMore ? writeCursor([String(part.asOf), String(shown)]) : null;
      return succeed({ ...page, next, from, to, asOf: instantToIso(part.asOf) });
    }),
    route(report.export, async (input, { clock }) => {
      const answer = await read(db, source, input, { asOf: clock.now(), offset: 0, limit: maxReportRows });
      if ('kind' in answer) return answer;
      const { page, from, to } = answer;
      const name = fileNameOf('report', report.name, from, to);
      const { content, fileName, contentType } = await tableFile(input.format, name, [
        reportTable(report, page),
      ]);
      return sendFile(content, fileName, contentType);
    }),
  ];
}

/** The two calls of each report. */
export function reportRoutes({ db }: PortalServices): Route[] {
  return reportSources.flatMap((source) => routesOf(db, source));
}
