import { defineReport } from '../define-report.ts';
import { logChain, logEvents } from './log-chain.ts';
import { logColumns, logFilters } from './log-filters.ts';

const { module: _, ...events } = logEvents;
const { happenedAt, ...others } = logColumns;

/** API calls, errors of the server and reports of browsers, newest first; a row opens everything under its reference. */
export const logsSearchBack = defineReport({
  name: 'logs_search_back',
  title: 'Пошук у журналі API',
  about:
    'Виклики API, збої сервера і звіти браузерів, найновіші спочатку. Рядок відкриває весь ланцюжок: виклик, функційні модулі, збій, звіт браузера.',
  roles: ['analyst'],
  period: 'recent',
  isLog: true,
  anyDayBy: 'reference',
  refusals: ['reports.badReference', 'reports.textTooWide'],
  filters: {
    ...logFilters,
    kind: { kind: 'choice', label: 'Що шукати', any: 'Усе', choices: events },
    api: { kind: 'text', label: 'Назва містить', maxLength: 200 },
  },
  columns: {
    happenedAt,
    event: { kind: 'text', title: 'Що це', isSortable: false },
    ...others,
    text: { kind: 'text', title: 'Що сталося', isSortable: false },
  },
  sort: { column: 'happenedAt', descending: true },
  detail: { report: logChain, filters: { chain: 'reference' }, back: 'Пошук у журналі API' },
});
