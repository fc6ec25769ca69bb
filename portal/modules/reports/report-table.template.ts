import {
  type Report,
  type ReportColumn,
  type ReportRow,
  shownColumns,
} from '#contract/reports/define-report.ts';
import type { ColumnKind, TableHead, TableValue } from '#platform/tables/table.ts';
import type { FilterValues, ReportPage } from './read-report.ts';

const kinds: Readonly<Record<ReportColumn['kind'], ColumnKind>> = {
  text: 'text',
  number: 'integer',
  money: 'money',
  share: 'price',
  ratio: 'price',
  change: 'price',
  duration: 'price',
  date: 'date',
  month: 'month',
  instant: 'moment',
  mark: 'text',
};

const units: Readonly<Partial<Record<ReportColumn['kind'], string>>> = {
  money: ', грн',
  share: ', %',
  change: ', %',
  duration: ', мс',
};

function toValue(column: ReportColumn, value: ReportRow[string] | undefined): TableValue {
  if (value === null || value === undefined) return null;
  if (column.kind === 'mark') return value === true ? column.yes : null;
  if (column.kind === 'share' || column.kind === 'change') return (Number(value) * 100).toFixed(1);
  return typeof value === 'boolean' ? null : value;
}

/** How a report stands in a file, as on its page; shares in per cent, sums in hryvnias, durations in milliseconds. */
export function reportTable(
  report: Report,
  totals: ReportPage['totals'],
  filter: FilterValues<string>,
): TableHead & { readonly rowOf: (row: ReportRow) => readonly TableValue[] } {
  const columns = shownColumns(report, filter);
  const rowOf = (row: ReportRow) => columns.map(([key, column]) => toValue(column, row[key]));
  return {
    title: report.title,
    columns: columns.map(([, { kind, title }]) => ({
      title: `${title}${units[kind] ?? ''}`,
      kind: kinds[kind],
      ...(kind === 'text' && { width: 36 }),
    })),
    rowOf,
    ...(Object.keys(totals).length > 0 && { total: ['Разом', ...rowOf(totals).slice(1)] }),
  };
}
