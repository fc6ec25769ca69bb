import { defineReport } from '../define-report.ts';
import { logChain } from './log-chain.ts';
import { logColumns, logFilters } from './log-filters.ts';

const { happenedAt, name, ...others } = logColumns;

/** Calls of function modules, newest first; a row opens everything under its reference. */
export const logsSearchSap = defineReport({
  name: 'logs_search_sap',
  title: 'Пошук у журналі функційних модулів',
  about:
    'Виклики функційних модулів, найновіші спочатку. Рядок відкриває весь ланцюжок: виклик API, функційні модулі, збій, звіт браузера.',
  roles: ['analyst'],
  period: 'recent',
  isLog: true,
  anyDayBy: 'reference',
  refusals: ['reports.badReference', 'reports.textTooWide'],
  filters: { ...logFilters, fm: { kind: 'text', label: 'Назва містить', maxLength: 200 } },
  columns: {
    happenedAt,
    name,
    api: { kind: 'text', title: 'API', lang: 'en', isSortable: false },
    ...others,
  },
  sort: { column: 'happenedAt', descending: true },
  detail: { report: logChain, filters: { chain: 'reference' }, back: 'Пошук у журналі функційних модулів' },
});
