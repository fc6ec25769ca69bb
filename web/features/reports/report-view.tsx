import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import {
  maxReportRows,
  type Report,
  type ReportAnswer,
  type ReportColumn,
  type ReportFilter,
  type ReportInput,
  type ReportRow,
  shownColumns,
  sortOf,
  sortsOf,
} from '#contract/reports/define-report.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ApiResult, downloadFile, queryApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showMoment, showNumber } from '#web/lib/format.ts';
import type { DownloadTask } from '#web/lib/list/download-buttons.tsx';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showCell, titleOf } from './report-cells.tsx';
import { isOfDays, readReportFilter } from './report-filter.ts';
import styles from './reports.module.css';
import { text } from './text.ts';

// Many reports have none.
const ReportCharts = lazy(() =>
  import('./report-charts.tsx').then((charts) => ({ default: charts.ReportCharts })),
);

/** On a phone, where the table has no header, a value shows the title of its column. */
function named(column: ReportColumn, shown: ReactNode, isNought = false): ReactNode {
  // What is long and leads nowhere is cut on a phone until the row is open.
  const isWords = column.kind === 'text' && !column.isLong && !column.rows;
  return (
    shown !== null && (
      <>
        <span className={styles.name} aria-hidden="true">
          {titleOf(column)}{' '}
        </span>
        <span data-words={isWords || undefined} data-nought={isNought || undefined}>
          {shown}
        </span>
      </>
    )
  );
}

/** Cells of a row that a phone shows beside its name and main cell, and rows that it shows at first: three screens. */
const phoneCells = 4;
const phoneRows = 15;

/** Nothing, or nought. */
function isBlank(column: ReportColumn, value: ReportRow[string] | undefined): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  return !['text', 'date', 'month', 'instant', 'mark'].includes(column.kind) && Number(value) === 0;
}

/** The figure of a row on a phone: what the rows are in order of, what the chart shows, all together, the first one. */
function mainColumn(report: Report, filter: ReportInput, sorted: string): string | undefined {
  const [, ...others] = shownColumns(report, filter);
  const figures = others.filter(([, { kind }]) => kind === 'number' || kind === 'money').map(([key]) => key);
  const isFigure = others.some(
    ([key, { kind }]) => key === sorted && /share|ratio|change|duration/.test(kind),
  );
  if (isFigure) return sorted;
  return [sorted, report.chart?.value, 'all', figures[0]].find(
    (key) => key !== undefined && figures.includes(key),
  );
}

interface ReportViewProps {
  report: Report;
  /** From the address. */
  filter: ReportInput;
  onFilter: (filter: ReportInput) => void;
  /** Wraps the name of a row in the link to its detail; absent: the report has none. */
  linkTo?: (row: ReportRow, words: ReactNode) => ReactNode;
  /** Wraps a number in the link to its rows in another report. */
  rowsTo: (report: string, filter: ReportInput, words: ReactNode) => ReactNode;
}

function tableColumns({
  report,
  filter,
  onFilter,
  linkTo,
  rowsTo,
}: ReportViewProps): readonly Column<ReportRow>[] {
  const sorted = sortOf(report, filter.sort, filter);
  const main = mainColumn(report, filter, sorted.column);
  return shownColumns(report, filter).map(([key, column], place) => {
    const isSorted = key === sorted.column;
    // The first press on a number shows the largest first.
    const next = isSorted ? !sorted.descending : column.kind !== 'text';
    const show = (row: ReportRow) => {
      const shown = showCell(column, row[key]);
      const hasRows = column.kind === 'text' ? Boolean(row[key]) : Number(row[key]) > 0;
      return column.rows && hasRows
        ? rowsTo(column.rows.report, rowsFilter(column.rows.filters, row, filter), shown)
        : shown;
    };
    return {
      key,
      numeric: !['text', 'mark', 'date', 'month'].includes(column.kind),
      sorted: isSorted ? (sorted.descending ? 'descending' : 'ascending') : undefined,
      title:
        report.isLog || column.isSortable === false ? (
          titleOf(column)
        ) : (
          <button
            type="button"
            className={styles.sort}
            onClick={() => onFilter({ ...filter, sort: next ? `-${key}` : key })}
          >
            {titleOf(column)}
            {isSorted && <span aria-hidden="true">{sorted.descending ? '\u00a0↓' : '\u00a0↑'}</span>}
          </button>
        ),
      cell: (row) => (place === 0 ? (linkTo?.(row, show(row)) ?? show(row)) : named(column, show(row))),
      isMain: key === main,
      isBlank: (row) => isBlank(column, row[key]),
    };
  });
}

/** The same days, and the values of the row. */
function rowsFilter(
  filters: Readonly<Record<string, string>>,
  row: ReportRow,
  { from, to }: ReportInput,
): ReportInput {
  const ofRow = Object.entries(filters).map(([name, column]) => [name, String(row[column] ?? '')]);
  return { ...(from && { from }), ...(to && { to }), ...Object.fromEntries(ofRow) };
}

function totalsOf(
  report: Report,
  filter: ReportInput,
  { totals }: ReportAnswer,
): Readonly<Record<string, ReactNode>> | undefined {
  if (Object.keys(totals).length === 0) return undefined;
  const cells = shownColumns(report, filter).map(([key, column], place) => {
    if (place === 0) return [key, text.total];
    const total = totals[key];
    return [key, key in totals ? named(column, showCell(column, total), isBlank(column, total)) : null];
  });
  return Object.fromEntries(cells);
}

function fieldsOf(
  report: Report,
  filter: ReportInput,
  suggestions: ReportAnswer['suggestions'] = {},
): readonly FilterField<string>[] {
  const fields = Object.entries<ReportFilter>(report.filters).map(([name, field]): FilterField<string> => {
    const common = { name, label: field.label, value: filter[name] };
    if (field.kind === 'text') {
      return { ...common, kind: 'text', maxLength: field.maxLength, suggestions: suggestions[name] ?? [] };
    }
    if (field.kind === 'month') return { ...common, kind: 'month' };
    if (field.kind === 'money') return { ...common, kind: 'text', maxLength: 20 };
    if (field.kind === 'time') return { ...common, kind: 'time' };
    const choices = Object.entries(field.choices).map(([value, label]) => ({ value, label }));
    return { ...common, kind: 'select', options: [{ value: '', label: field.any }, ...choices] };
  });
  const shown = Object.fromEntries(shownColumns(report, filter));
  const orders = sortsOf({ ...report, columns: shown }).map((value) => {
    const { column, descending } = sortOf(report, value, filter);
    const title = shown[column] ? titleOf(shown[column]) : column;
    return { value, label: formatText(descending ? text.descending : text.ascending, { title }) };
  });
  const days: readonly FilterField<string>[] = [
    { kind: 'date', name: 'from', label: text.from, value: filter.from },
    { kind: 'date', name: 'to', label: text.to, value: filter.to },
  ];
  const order: FilterField<string> = {
    kind: 'select',
    name: 'sort',
    label: text.sort,
    value: filter.sort,
    options: [{ value: '', label: text.usualSort }, ...orders],
  };
  return [...(report.period === 'now' ? [] : days), ...fields, ...(orders.length > 0 ? [order] : [])];
}

/** Number of rows in words: of a log that has more than are counted, more than so many. */
const countOf = ({ count, isCapped }: Pick<ReportAnswer, 'count' | 'isCapped'>) =>
  formatText(isCapped ? text.countOver : text.count, { n: count });

const fileLabel = (format: string, answer: ReportAnswer) => `${format} · ${countOf(answer)}`;

const lineEnd = 10;

/** How much of a file has come: of CSV its lines, one of them the titles; of a workbook, which is packed, its size. */
function progressOf(format: 'xlsx' | 'csv', { count, isCapped }: ReportAnswer, bytes: number, lines: number) {
  if (format === 'csv' && !isCapped) {
    // A text of several lines is one row.
    const done = Math.min(count, Math.max(0, lines - 1));
    return {
      words: formatText(text.rowsCome, { done: showNumber(done), n: count, all: showNumber(count) }),
      rows: { done, total: count },
    };
  }
  return { words: formatText(text.bytesCome, { size: showBytes(bytes), n: countOf({ count, isCapped }) }) };
}

/** A file of the rows, and while it comes how much of it is here. */
function downloadReport(report: Report) {
  return (
    _: undefined,
    filter: ReportInput,
    format: 'xlsx' | 'csv',
    { signal, onProgress }: DownloadTask,
    last: ReportAnswer,
  ): Promise<ApiResult<{ blob: Blob; name: string }>> => {
    onProgress(progressOf(format, last, 0, 0));
    return downloadFile(report.export, { ...filter, format }, async (response) => {
      const type = response.headers.get('content-type') ?? '';
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let [bytes, lines] = [0, 0];
      const reader = response.body?.getReader();
      // The server stops making what nobody waits for.
      const stop = () => void reader?.cancel();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        parts.push(part.value);
        bytes += part.value.length;
        for (const byte of part.value) if (byte === lineEnd) lines += 1;
        onProgress(progressOf(format, last, bytes, lines));
      }
      return new Blob(parts, { type });
    });
  };
}

/** "1,2": megabytes. */
const showBytes = (bytes: number) => (bytes / 1_000_000).toFixed(1).replace('.', ',');

const listOf = (report: Report) =>
  defineList({
    query: (_: undefined, filter: ReportInput) =>
      infiniteQueryOptions({
        queryKey: ['report', report.name, filter] as QueryKey,
        queryFn: ({ signal, pageParam }) =>
          queryApi(report.read, { ...filter, ...(pageParam && { cursor: pageParam }) }, { signal }),
        initialPageParam: '',
        getNextPageParam: ({ next }: ReportAnswer) => next ?? undefined,
        placeholderData: keepPreviousData,
      }),
    words: text,
    phoneRows,
    caption: () => report.title,
    empty: () => (
      <Notice kind="info" live="status" title={text.noneTitle}>
        {text.none}
      </Notice>
    ),
    rows: (pages) => pages.flatMap(({ rows }) => rows),
    rowKey: (row) => JSON.stringify(row),
    listed: ({ count }) => count,
    shown: (shown, last) =>
      last.isCapped ? formatText(text.shownOfMany, { shown, n: last.count }) : undefined,
    filter: {
      label: text.filter,
      foldLabel: text.conditions,
      fields: (filter, last) => fieldsOf(report, filter, last?.suggestions),
      read: (values) => readReportFilter(report, values, kyivDateOf(deviceNow())),
    },
    head: (last, filter) => ({
      ...(isOfDays(report, filter) && {
        name: formatText(text.period, { from: showDate(last.from), to: showDate(last.to) }),
      }),
      figure: countOf(last),
      note: formatText(text.asOf, { time: showMoment(last.asOf) }),
    }),
    file: {
      label: text.files,
      labels: (last) => ({ xlsx: fileLabel('XLSX', last), csv: fileLabel('CSV', last) }),
      download: downloadReport(report),
      refused: ({ count }) =>
        count > maxReportRows ? formatText(text.tooManyForFile, { n: maxReportRows }) : undefined,
    },
  });

const fold = {
  shown: phoneCells,
  more: (n: number) => formatText(text.moreCells, { n }),
  less: text.lessCells,
};

/** A report: filter, chart, rows with sort and totals, number of rows, time of the data, files. */
export function ReportView(props: ReportViewProps) {
  const { report, filter, onFilter } = props;
  return (
    <RecordList
      list={listOf(report)}
      context={undefined}
      filter={filter}
      onFilter={onFilter}
      gap="4"
      view={{
        className: styles.rows,
        columns: () => tableColumns(props),
        total: (last) => totalsOf(report, filter, last),
        fold,
      }}
      refused={({ code, message }) =>
        code.startsWith('reports.') && (
          <Notice kind="warn" live="status" title={text.tooMuchTitle}>
            {message}
          </Notice>
        )
      }
    >
      {(_, rows, first) =>
        first &&
        (report.charts || report.chart || report.spans) &&
        rows.length > 0 && (
          <Suspense>
            <ReportCharts report={report} answer={first} rows={rows} filter={filter} onFilter={onFilter} />
          </Suspense>
        )
      }
    </RecordList>
  );
}
