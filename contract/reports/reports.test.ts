import { expect, test } from 'vitest';
import { pageTable } from '../pages.ts';
import { allReports, reportsWithDetails } from './all-reports.ts';
import { type ReportColumn, sortsOf } from './define-report.ts';

test('every report has a page, whose address keeps its filters and those of its detail', () => {
  const pages = pageTable.filter(({ file }) => file === 'admin/report');
  expect(pages.map(({ path }) => path)).toEqual(
    allReports.map(({ name }) => `/cabinet/admin/statreports/reports/${name}`),
  );
  for (const report of allReports) {
    const page = pages.find(({ path }) => path.endsWith(`/${report.name}`));
    const filters = [report, ...(report.detail ? [report.detail.report] : [])].flatMap((one) =>
      Object.keys(one.filters),
    );
    expect(Object.keys(page?.search ?? {})).toEqual(
      expect.arrayContaining(['from', 'to', 'sort', ...filters]),
    );
    expect(page?.roles).toEqual(report.roles);
  }
});

test.each(reportsWithDetails.map((report) => [report.name, report] as const))(
  '%s: sort, totals, chart and detail name columns of their kind',
  (_, { columns, sort, chart, detail, filters }) => {
    const kindOf = (key: string) => columns[key]?.kind;
    expect(sortsOf({ columns })).toContain(sort.column);
    for (const column of Object.values<ReportColumn>(columns)) {
      if (column.kind !== 'share' || !column.total) continue;
      expect([kindOf(column.total.part), kindOf(column.total.whole)]).toEqual(['number', 'number']);
    }
    if (chart) expect([kindOf(chart.label), kindOf(chart.value)]).toEqual(['text', 'number']);
    if (detail) {
      for (const [filter, column] of Object.entries(detail.filters)) {
        expect(Object.keys(detail.report.filters)).toContain(filter);
        expect(kindOf(column)).toBe('text');
      }
      // Else the address of the report would be taken for that of its detail.
      expect(Object.keys(detail.filters).every((name) => name in filters)).toBe(false);
    }
  },
);
