import { defineReport, type ReportChart } from '../define-report.ts';
import { leastDurations, logColumns } from '../logs/log-filters.ts';

/** Calls that take so long are slow when nothing else is asked for, milliseconds. */
export const usuallySlow = '500';
const { '100': _, [usuallySlow]: usual, ...longer } = leastDurations;

/** Which calls are slow. */
export const slowFilter = { kind: 'choice', label: 'Повільні', any: usual, choices: longer } as const;

export const responseTimeColumns = {
  calls: { kind: 'number', title: 'Викликів', total: 'sum' },
  p50: { kind: 'duration', title: 'Медіана' },
  p95: { kind: 'duration', title: 'p95' },
  p99: { kind: 'duration', title: 'p99' },
  longest: { kind: 'duration', title: 'Найдовший' },
  slow: { kind: 'number', title: 'Повільних', total: 'sum' },
  slowShare: { kind: 'share', title: 'Частка повільних', total: { part: 'slow', whole: 'calls' } },
} as const;

/** Durations by their upper end in milliseconds; a longer one is of the last. */
export const responseTimeBands = {
  '10': 'до 10 мс',
  '25': '10–25 мс',
  '50': '25–50 мс',
  '100': '50–100 мс',
  '250': '100–250 мс',
  '500': '250–500 мс',
  '1000': '0,5–1 с',
  '3000': '1–3 с',
  more: 'понад 3 с',
} as const;

const hours = Object.fromEntries(
  Array.from({ length: 24 }, (_none, hour) => [`h${hour}`, String(hour).padStart(2, '0')]),
);

export const responseTimeCharts = {
  times: {
    kind: 'lines',
    title: 'Тривалість викликів, мс',
    unit: 'duration',
    series: { p50: 'медіана', p95: 'p95', p99: 'p99' },
  },
  hours: {
    kind: 'heatMap',
    title: 'Викликів за годиною доби і тривалістю',
    unit: 'number',
    rows: { title: 'Тривалість', values: responseTimeBands },
    columns: { title: 'Година', values: hours },
  },
} as const satisfies Readonly<Record<string, ReportChart>>;

const { happenedAt, name, ...others } = logColumns;

/** Columns of the slow calls themselves. */
export const slowCallColumns = {
  happenedAt,
  ...others,
  reference: {
    ...others.reference,
    rows: { report: 'logs_search_back', filters: { chain: 'reference' } },
  },
} as const;

/** The slow calls of one API, newest first. */
export const longResponseTimeApiCalls = defineReport({
  name: 'long_response_time_api_calls',
  title: 'Повільні виклики API',
  about: 'Окремі повільні виклики одного API. Номер помилки відкриває весь ланцюжок виклику.',
  roles: ['analyst'],
  period: 'recent',
  isLog: true,
  filters: { call: { kind: 'text', label: 'API', maxLength: 200 }, least: slowFilter },
  columns: slowCallColumns,
  sort: { column: 'happenedAt', descending: true },
});

/** How long API calls take: percentiles over time, slow ones. */
export const longResponseTimeApis = defineReport({
  name: 'long_response_time_apis',
  title: 'Тривалі виклики API',
  about:
    'Скільки тривають виклики API: медіана, p95 і p99 за часом, години з повільними викликами і самі повільні виклики.',
  roles: ['analyst'],
  period: 'recent',
  filters: { api: { kind: 'text', label: 'API містить', maxLength: 200 }, least: slowFilter },
  columns: { api: { kind: 'text', title: 'API', lang: 'en' }, ...responseTimeColumns },
  sort: { column: 'p95', descending: true },
  charts: responseTimeCharts,
  detail: { report: longResponseTimeApiCalls, filters: { call: 'api' }, back: 'Тривалі виклики API' },
});
