import { readSearch } from '#contract/page-search.ts';
import {
  type Report,
  type ReportFilter,
  type ReportInput,
  reportDays,
  shownColumns,
  sortsOf,
  timePattern,
} from '#contract/reports/define-report.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The report that an address shows: the detail when all of its filters are there. */
export function reportOf(report: Report, search: ReportInput): Report {
  const { detail } = report;
  return detail && Object.keys(detail.filters).every((name) => search[name]) ? detail.report : report;
}

function isValue(filter: ReportFilter, value: string): boolean {
  switch (filter.kind) {
    case 'choice':
      return Object.hasOwn(filter.choices, value);
    case 'month':
      return parseBillingPeriod(value) !== undefined;
    case 'money':
      return parseMoney(value) !== undefined;
    case 'time':
      return timePattern.test(value);
    case 'text':
      return true;
  }
}

/** Whether the rows are those of the days of the filter. */
export const isOfDays = ({ period, anyDayBy }: Report, filter: ReportInput) =>
  period !== 'now' && !(anyDayBy && filter[anyDayBy]);

/**
 * The filter of an address with the days of the report, so that its link shows the same days later. Invalid values are
 * ignored, so that a broken link still shows something.
 */
export function readReportFilter(report: Report, search: ReportInput, today: LocalDate): ReportInput {
  const filters = Object.entries<ReportFilter>(report.filters).flatMap(([name, filter]) => {
    const value = search[name];
    const isKnown = value && isValue(filter, value);
    if (!isKnown) return [];
    return [[name, filter.kind === 'text' ? value.slice(0, filter.maxLength) : value]];
  });
  const chosen = Object.fromEntries(filters);
  const isShown = (key: string) => shownColumns(report, chosen).some(([shown]) => shown === key);
  const { sort } = search;
  const named = readSearch({ from: 'day', to: 'day' }, search);
  return {
    ...(report.period !== 'now' && (isOfDays(report, chosen) ? reportDays(report, named, today) : named)),
    ...chosen,
    ...(sort !== undefined && sortsOf(report).includes(sort) && isShown(sort.replace(/^-/, '')) && { sort }),
  };
}
