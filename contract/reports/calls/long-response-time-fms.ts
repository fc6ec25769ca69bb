import { defineReport } from '../define-report.ts';
import {
  responseTimeCharts,
  responseTimeColumns,
  slowCallColumns,
  slowFilter,
} from './long-response-time-apis.ts';

/** The slow calls of one function module, newest first. */
export const longResponseTimeFmCalls = defineReport({
  name: 'long_response_time_fm_calls',
  title: 'Повільні виклики функційного модуля',
  about: 'Окремі повільні виклики одного модуля. Номер помилки відкриває весь ланцюжок виклику.',
  roles: ['analyst'],
  period: 'recent',
  isLog: true,
  filters: { call: { kind: 'text', label: 'Функційний модуль', maxLength: 200 }, least: slowFilter },
  columns: slowCallColumns,
  sort: { column: 'happenedAt', descending: true },
});

/** How long function modules take: percentiles over time, slow ones. */
export const longResponseTimeFms = defineReport({
  name: 'long_response_time_fms',
  title: 'Тривалі виклики функційних модулів',
  about:
    'Скільки тривають виклики функційних модулів: медіана, p95 і p99 за часом, години з повільними викликами і самі повільні виклики.',
  roles: ['analyst'],
  period: 'recent',
  filters: { fm: { kind: 'text', label: 'Модуль містить', maxLength: 200 }, least: slowFilter },
  columns: { fm: { kind: 'text', title: 'Модуль', lang: 'en' }, ...responseTimeColumns },
  sort: { column: 'p95', descending: true },
  charts: responseTimeCharts,
  detail: {
    report: longResponseTimeFmCalls,
    filters: { call: 'fm' },
    back: 'Тривалі виклики функційних модулів',
  },
});
