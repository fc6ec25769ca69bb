import { expect, test } from 'vitest';
import { fileOf, pageTable } from '../pages.ts';
import { allReports, reportsWithDetails } from './all-reports.ts';
import { type ReportColumn, sortsOf } from './define-report.ts';

test('every report has a page, whose address keeps whatever filters it has', () => {
  const pages = pageTable.filter((page) => fileOf(page) === 'admin/report');
  expect(pages.map(({ path }) => path).toSorted()).toEqual(
    allReports.map(({ name }) => `/cabinet/admin/statreports/reports/${name}`).toSorted(),
  );
  for (const report of allReports) {
    const page = pages.find(({ path }) => path.endsWith(`/${report.name}`));
    expect(page?.search).toEqual({ from: 'day', to: 'day', '*': 'text' });
    expect(page?.roles).toEqual(report.roles);
  }
});

test.each(reportsWithDetails.map((report) => [report.name, report] as const))(
  '%s: sort, totals, charts and links name columns and reports that exist',
  (_, { columns, sort, chart, charts = {}, detail, filters, isLog }) => {
    const kindOf = (key: string) => columns[key]?.kind;
    if (isLog) expect(sort).toMatchObject({ descending: true });
    else expect(sortsOf({ columns })).toContain(sort.column);
    expect(Object.keys(columns)).toContain(sort.column);
    for (const one of Object.values(charts)) {
      if (one.kind === 'lines') expect(Object.keys(one.series).length).toBeLessThanOrEqual(4);
    }
    for (const column of Object.values<ReportColumn>(columns)) {
      if (column.shownBy) {
        const filter = filters[column.shownBy.filter];
        const choices = filter?.kind === 'choice' ? ['', ...Object.keys(filter.choices)] : [];
        expect(choices).toEqual(expect.arrayContaining([...column.shownBy.choices]));
      }
      if (column.rows) {
        const { report: name, filters: ofRows } = column.rows;
        const target = allReports.find((report) => report.name === name);
        const known = [target, target?.detail?.report].flatMap((one) => Object.keys(one?.filters ?? {}));
        expect(known).toEqual(expect.arrayContaining(Object.keys(ofRows)));
        expect(Object.keys(columns)).toEqual(expect.arrayContaining(Object.values(ofRows)));
      }
      if (column.kind === 'change' && column.total)
        expect([kindOf(column.total.now), kindOf(column.total.before)]).toEqual(['number', 'number']);
      if (column.kind !== 'share' || !column.total) continue;
      expect([kindOf(column.total.part), kindOf(column.total.whole)]).toEqual(['number', 'number']);
    }
    if (chart) {
      expect(['text', 'month']).toContain(kindOf(chart.label));
      expect(kindOf(chart.value)).toBe('number');
    }
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
