import type { Report, ReportColumn, ReportRow } from '#contract/reports/define-report.ts';
import type { ColumnKind, Table, TableValue } from '#platform/tables/table.ts';
import type { ReportPage } from './read-report.ts';

const kinds: Readonly<Record<ReportColumn['kind'], ColumnKind>> = {
  text: 'text',
  number: 'integer',
  money: 'money',
  share: 'price',
  duration: 'price',
  instant: 'moment',
  mark: 'text',
};

const units: Readonly<Partial<Record<ReportColumn['kind'], string>>> = { share: ', %', duration: ', мс' };

function toValue(column: ReportColumn, value: ReportRow[string] | undefined): TableValue {
  if (value === null || value === undefined) return null;
  if (column.kind === 'mark') return value === true ? column.yes : null;
  if (column.kind === 'share') return (Number(value) * 100).toFixed(1);
  return typeof value === 'boolean' ? null : value;
}

/** The rows of a report as its page shows them; shares in per cent, durations in milliseconds. */
export function reportTable(report: Report, { rows, totals }: Pick<ReportPage, 'rows' | 'totals'>): Table {
  const columns = Object.entries<ReportColumn>(report.columns);
  const valuesOf = (row: ReportRow) => columns.map(([key, column]) => toValue(column, row[key]));
  return {
    title: report.title,
    columns: columns.map(([, { kind, title }]) => ({
      title: `${title}${units[kind] ?? ''}`,
      kind: kinds[kind],
      ...(kind === 'text' && { width: 36 }),
    })),
    rows: rows.map(valuesOf),
    ...(Object.keys(totals).length > 0 && { total: ['Разом', ...valuesOf(totals).slice(1)] }),
  };
}
