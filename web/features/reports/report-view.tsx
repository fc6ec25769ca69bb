import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import {
  maxReportRows,
  type Report,
  type ReportAnswer,
  type ReportColumn,
  type ReportFilter,
  type ReportInput,
  type ReportRow,
  sortsOf,
} from '#contract/reports/define-report.ts';
import { downloadFile, queryApi } from '#web/lib/api.ts';
import { showDate, showMoment, showNumber, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { readReportFilter } from './report-filter.ts';
import styles from './reports.module.css';
import { text } from './text.ts';

type Cell = ReportRow[string] | undefined;

const columnsOf = (report: Report): readonly [string, ReportColumn][] => Object.entries(report.columns);

/** A number with at most one decimal: "12,3". */
function showDecimal(value: number): string {
  const tenths = Math.round(value * 10);
  const whole = showNumber(Math.floor(tenths / 10));
  return tenths % 10 === 0 ? whole : `${whole},${tenths % 10}`;
}

function showCell(column: ReportColumn, value: Cell): ReactNode {
  if (value === null || value === undefined) return '—';
  switch (column.kind) {
    case 'text':
      return column.lang === undefined ? String(value) : <span lang={column.lang}>{String(value)}</span>;
    case 'number':
      return showNumber(Number(value));
    case 'money':
      return showSum(String(value));
    case 'share':
      return formatText(text.percent, { percent: showDecimal(Number(value) * 100) });
    case 'duration':
      return formatText(text.ms, { ms: showDecimal(Number(value)) });
    case 'instant':
      return showMoment(String(value));
    case 'mark':
      return value === true ? <StateMark tone="wait">{column.yes}</StateMark> : null;
  }
}

/** On a phone, where the table has no header, a value shows the title of its column. */
function named(title: string, shown: ReactNode): ReactNode {
  return (
    shown !== null && (
      <>
        <span className={styles.name} aria-hidden="true">
          {title}
        </span>
        <span>{shown}</span>
      </>
    )
  );
}

interface SortState {
  column: string;
  isDescending: boolean;
}

function sortOf({ sort }: Report, given: string | undefined): SortState {
  if (given === undefined) return { column: sort.column, isDescending: sort.descending };
  return { column: given.replace(/^-/, ''), isDescending: given.startsWith('-') };
}

interface ReportViewProps {
  report: Report;
  /** From the address. */
  filter: ReportInput;
  onFilter: (filter: ReportInput) => void;
  /** Wraps the name of a row in the link to its detail; absent: the report has none. */
  linkTo?: (row: ReportRow, words: ReactNode) => ReactNode;
}

function tableColumns({ report, filter, onFilter, linkTo }: ReportViewProps): readonly Column<ReportRow>[] {
  const sorted = sortOf(report, filter.sort);
  return columnsOf(report).map(([key, column], place) => {
    const isSorted = key === sorted.column;
    // The first press on a number shows the largest first.
    const next = isSorted ? !sorted.isDescending : column.kind !== 'text';
    const show = (row: ReportRow) => showCell(column, row[key]);
    return {
      key,
      numeric: column.kind !== 'text' && column.kind !== 'mark',
      sorted: isSorted ? (sorted.isDescending ? 'descending' : 'ascending') : undefined,
      title:
        column.isSortable === false ? (
          column.title
        ) : (
          <button
            type="button"
            className={styles.sort}
            onClick={() => onFilter({ ...filter, sort: next ? `-${key}` : key })}
          >
            {column.title}
            {isSorted && <span aria-hidden="true">{sorted.isDescending ? ' ↓' : ' ↑'}</span>}
          </button>
        ),
      cell: (row) => (place === 0 ? (linkTo?.(row, show(row)) ?? show(row)) : named(column.title, show(row))),
    };
  });
}

function totalsOf(report: Report, { totals }: ReportAnswer): Readonly<Record<string, ReactNode>> | undefined {
  if (Object.keys(totals).length === 0) return undefined;
  const cells = columnsOf(report).map(([key, column], place) => {
    if (place === 0) return [key, text.total];
    return [key, key in totals ? named(column.title, showCell(column, totals[key])) : null];
  });
  return Object.fromEntries(cells);
}

function fieldsOf(report: Report, filter: ReportInput): readonly FilterField<string>[] {
  const fields = Object.entries<ReportFilter>(report.filters).map(([name, field]): FilterField<string> => {
    const common = { name, label: field.label, value: filter[name] };
    if (field.kind === 'text') return { ...common, kind: 'text', maxLength: field.maxLength };
    const choices = Object.entries(field.choices).map(([value, label]) => ({ value, label }));
    return { ...common, kind: 'select', options: [{ value: '', label: field.any }, ...choices] };
  });
  const orders = sortsOf(report).map((value) => {
    const { column, isDescending } = sortOf(report, value);
    const title = report.columns[column]?.title ?? column;
    return { value, label: formatText(isDescending ? text.descending : text.ascending, { title }) };
  });
  return [
    { kind: 'date', name: 'from', label: text.from, value: filter.from },
    { kind: 'date', name: 'to', label: text.to, value: filter.to },
    ...fields,
    {
      kind: 'select',
      name: 'sort',
      label: text.sort,
      value: filter.sort,
      options: [{ value: '', label: text.usualSort }, ...orders],
    },
  ];
}

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
    caption: () => report.title,
    empty: () => (
      <Notice kind="info" live="status" title={text.noneTitle}>
        {text.none}
      </Notice>
    ),
    rows: (pages) => pages.flatMap(({ rows }) => rows),
    rowKey: (row) => JSON.stringify(row),
    listed: ({ count }) => count,
    filter: {
      label: text.filter,
      foldLabel: text.conditions,
      fields: (filter) => fieldsOf(report, filter),
      read: (values) => readReportFilter(report, values),
    },
    head: ({ count, from, to, asOf }) => ({
      name: formatText(text.period, { from: showDate(from), to: showDate(to) }),
      figure: formatText(text.count, { n: count }),
      note: formatText(text.asOf, { time: showMoment(asOf) }),
    }),
    file: {
      label: text.files,
      download: (_, filter, format) => downloadFile(report.export, { ...filter, format }),
      cut: { maxRows: maxReportRows, words: text.filesCut },
    },
  });

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
        total: (last) => totalsOf(report, last),
      }}
      refused={({ code, message }) =>
        (code === 'reports.badPeriod' || code === 'reports.tooMuch') && (
          <Notice kind="warn" live="status" title={text.tooMuchTitle}>
            {message}
          </Notice>
        )
      }
    >
      {(_, rows) => <ReportBars report={report} rows={rows} />}
    </RecordList>
  );
}

/** Bars of the first rows; the table below has the same figures for screen readers. */
function ReportBars({ report: { chart, columns }, rows }: { report: Report; rows: readonly ReportRow[] }) {
  if (!chart || rows.length === 0) return null;
  const column = columns[chart.value];
  const bars = rows.slice(0, chart.maxBars).filter((row) => Number(row[chart.value]) > 0);
  const longest = Math.max(...bars.map((row) => Number(row[chart.value])));
  if (!column || bars.length === 0) return null;
  return (
    <figure className={styles.chart}>
      <figcaption>
        {chart.title} <span className={styles.name}>{text.chartNote}</span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {bars.map((row) => (
          <div key={String(row[chart.label])} className={styles.bar}>
            <span>{row[chart.label]}</span>
            <meter min={0} max={longest} value={Number(row[chart.value])} />
            <span className={styles.value}>{showCell(column, row[chart.value])}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
