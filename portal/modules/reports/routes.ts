import { Readable } from 'node:stream';
import {
  maxReportRows,
  type Report,
  type ReportInput,
  type ReportRow,
  reportDays,
  reportPeriods,
} from '#contract/reports/define-report.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, daysBetween } from '#domain/time/local-date.ts';
import { nullable, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { tableStream } from '#platform/tables/table-file.ts';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { type CallFailure, fail, failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { hasOtherNodes } from '#portal/http/records/node-samples.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { reportSources } from './all-sources.ts';
import { askPage, askRows, type ModuleSource } from './ask-report.ts';
import {
  countReport,
  type ReportDays,
  type ReportPage,
  type ReportPart,
  type ReportPeriod,
  ReportRefused,
  type ReportRequest,
  type ReportSource,
  ReportTooMuch,
  readReport,
  streamReport,
} from './read-report.ts';
import { reportTable } from './report-table.template.ts';

type AnySource = ReportSource | ModuleSource;

const usualPage = 100;
/** A chart over more days has a point for each day. */
const maxDaysByHours = 8;

const periodOf = ({ period = 'days' }: Report) => reportPeriods[period];

/** Days of a request, both included; undefined when they are reversed or too many. */
function daysOf(report: Report, input: ReportInput, now: Instant): ReportDays | undefined {
  const days = reportDays(report, input, kyivDateOf(now));
  const length = daysBetween(days.from, days.to) + 1;
  return length >= 1 && length <= periodOf(report).maxDays ? days : undefined;
}

/** The records of these days until `asOf`, and the same part of as many days before; none of days that have not come. */
function periodOfDays({ from, to }: ReportDays, asOf: Instant): ReportPeriod {
  const length = daysBetween(from, to) + 1;
  const end = kyivMidnight(addDays(to, 1));
  const last = Math.max(asOf, kyivMidnight(from)) as Instant;
  const isOpen = last < end;
  const { date, hour, minute } = kyivTimeOf(last);
  const endBefore = isOpen ? kyivInstant(addDays(date, -length), hour, minute) : kyivMidnight(from);
  return {
    from: instantToIso(kyivMidnight(from)),
    until: instantToIso(isOpen ? last : end),
    before: { from: instantToIso(kyivMidnight(addDays(from, -length))), until: instantToIso(endBefore) },
    step: length <= maxDaysByHours ? 'hour' : 'day',
  };
}

/** What is asked of a report until `asOf`, or why it can't be. */
function requestOf(
  { report }: AnySource,
  input: ReportInput,
  asOf: Instant,
): CallFailure | { readonly days: ReportDays; readonly request: ReportRequest } {
  const days = daysOf(report, input, asOf);
  if (!days) return fail('reports.badPeriod', { n: periodOf(report).maxDays });
  const filter = Object.fromEntries(
    Object.keys(report.filters).map((name) => [name, input[name] || null] as const),
  );
  return { days, request: { period: periodOfDays(days, asOf), filter, sort: input.sort } };
}

/** The answer of a read, or the refusal of one that takes too long or has a filter that says nothing. */
async function inTime<Result extends object>(reading: Promise<Result>): Promise<Result | CallFailure> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReportTooMuch) return fail('reports.tooMuch');
    if (error instanceof ReportRefused) return fail(error.code, error.params);
    throw error;
  }
}

const digits = (part: string) => /^\d{1,15}$/.test(part);

type CursorPart = Omit<ReportPart, 'limit'> & { readonly asOf: Instant };

/**
 * A cursor is a moment and a number of rows, or, of a log, the key of a record: records are only added, so that the rows until
 * a moment keep their places.
 */
function partOf({ log }: AnySource, cursor: string | undefined, now: Instant): CursorPart | undefined {
  if (cursor === undefined) return { asOf: now, offset: 0, after: undefined, withCharts: true };
  const until = (asOf: string) => Math.min(Number(asOf), now) as Instant;
  if (log) {
    const parts = readCursor(cursor, [digits, cursorPart.moment, cursorPart.text]);
    if (!parts) return undefined;
    const [asOf, at, id] = parts;
    return { asOf: until(asOf), offset: 0, after: { at, id }, withCharts: false };
  }
  const parts = readCursor(cursor, [digits, digits]);
  if (!parts) return undefined;
  const offset = Math.min(Number(parts[1]), 2 ** 31 - 1);
  return { asOf: until(parts[0]), offset, after: undefined, withCharts: false };
}

function nextOf({ log }: AnySource, { asOf, offset }: CursorPart, page: ReportPage): string | null {
  if (log) return page.last ? writeCursor([String(asOf), page.last.at, page.last.id]) : null;
  const shown = offset + page.rows.length;
  return page.rows.length > 0 && shown < page.count ? writeCursor([String(asOf), String(shown)]) : null;
}

/** Files that a server makes at once: each holds a connection of the database while it is sent. */
const maxFiles = 2;
const tryAgainSeconds = 10;
let filesMade = 0;

/** The file of a report while its rows are read; it fails, and with it the download, when they can't be. */
function fileOf(
  report: Report,
  batches: AsyncIterable<readonly ReportRow[]>,
  format: 'xlsx' | 'csv',
  { totals, filter }: Pick<ReportPage, 'totals'> & Pick<ReportRequest, 'filter'>,
) {
  if (filesMade >= maxFiles) throw new WorkersBusy(tryAgainSeconds);
  const { rowOf, ...table } = reportTable(report, totals, filter);
  async function* rows() {
    for await (const batch of batches) yield batch.map((row) => rowOf(row));
  }
  const { chunks, contentType } = tableStream(format, { ...table, rows: rows() });
  const stream = Readable.from(chunks, { objectMode: false });
  filesMade += 1;
  stream.once('close', () => {
    filesMade -= 1;
  });
  return { stream, contentType };
}

/** The source as it is read: with what the billing knows of the days where it asks for that. */
const prepared = async (source: ReportSource, billing: RequestContext['billing'], days: ReportDays) =>
  source.prepare ? source.prepare(billing, days) : source;

/** Within this time each node has written the records of its calls: they wait a second, and for the statement of a batch. */
const otherNodesWriteMs = 3000;

/** Until when a standby has what its primary has committed; undefined: it is a primary. */
async function readAppliedUntil(db: PortalDatabase): Promise<number | undefined> {
  const { rows } = await typedSql({
    appliedUntil: nullable(timestamptz()),
  })`select case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end as "appliedUntil"`.execute(
    db,
  );
  return rows[0]?.appliedUntil ?? undefined;
}

function routesOf({ db, readDb, config, errorLog, callLog }: PortalServices, source: AnySource): Route[] {
  const { report }: { report: Report } = source;
  /**
   * The moment until which the records of all answered calls are written: those of this node up to now, beside other nodes up to what
   * they have surely written, and of a standby what it has.
   */
  const momentOf = async (now: Instant) => {
    await callLog?.flush();
    const hasOthers = await hasOtherNodes(db, config.nodeName, now);
    const written = hasOthers ? ((now - otherNodesWriteMs) as Instant) : now;
    const applied = readDb === db ? undefined : await readAppliedUntil(readDb);
    return applied === undefined ? written : (Math.min(written, applied) as Instant);
  };
  return [
    route(report.read, async (input, { clock, billing }) => {
      const now = clock.now();
      const part = partOf(source, input.cursor, input.cursor === undefined ? await momentOf(now) : now);
      if (!part) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const asked = requestOf(source, input, part.asOf);
      if ('kind' in asked) return asked;
      const limit = Number(input.limit ?? usualPage);
      const ready = 'ask' in source ? source : await inTime(prepared(source, billing, asked.days));
      if ('kind' in ready) return ready;
      const page = await ('ask' in ready
        ? askPage(billing, ready, asked, { ...part, limit })
        : inTime(readReport(readDb, ready, asked.request, { ...part, limit })));
      if ('kind' in page) return page;
      const { last: _, ...shown } = page;
      const next = nextOf(source, part, page);
      const { suggestions } = source;
      return succeed({
        ...shown,
        ...(suggestions && { suggestions }),
        next,
        ...asked.days,
        asOf: instantToIso(part.asOf),
      });
    }),
    route(report.export, async (input, { clock, reference, billing }) => {
      const asked = requestOf(source, input, await momentOf(clock.now()));
      if ('kind' in asked) return asked;
      const { days, request } = asked;
      const ready = 'ask' in source ? source : await inTime(prepared(source, billing, days));
      if ('kind' in ready) return ready;
      const counted = await ('ask' in ready
        ? askPage(billing, ready, asked, { offset: 0, limit: 1, withCharts: false })
        : inTime(countReport(readDb, ready, request, maxReportRows)));
      if ('kind' in counted) return counted;
      if (counted.count > maxReportRows) return fail('reports.tooManyRows', { n: maxReportRows });
      const name = fileNameOf('report', report.name, days.from, days.to);
      const rows = 'ask' in ready ? askRows(billing, ready, asked) : streamReport(readDb, ready, request);
      const { stream, contentType } = fileOf(report, rows, input.format, {
        ...counted,
        filter: request.filter,
      });
      stream.once('error', (error) =>
        errorLog.recordFault(error, reference, report.export.path, clock.now()),
      );
      return sendFile({ stream }, `${name}.${input.format}`, contentType, counted.count);
    }),
  ];
}

/** The two calls of each report. */
export function reportRoutes(services: PortalServices): Route[] {
  return reportSources.flatMap((source) => routesOf(services, source));
}
