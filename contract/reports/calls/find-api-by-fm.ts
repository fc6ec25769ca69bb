import { defineReport, type ReportChart } from '../define-report.ts';

/** Stands for the API of calls that no API call made. */
export const jobsWord = 'Фонові завдання';

/** Columns of the two reports of pairs. */
export const pairColumns = {
  calls: { kind: 'number', title: 'Викликів модуля', total: 'sum' },
  failed: { kind: 'number', title: 'Невдалих', total: 'sum' },
  apiCalls: { kind: 'number', title: 'Викликів API' },
  perApi: { kind: 'ratio', title: 'На один виклик API' },
  took: { kind: 'duration', title: 'У середньому' },
} as const;

/** The pairs with the most calls as a picture. */
export const pairPicture = {
  kind: 'links',
  title: 'Хто кого викликає: пари з найбільшою кількістю викликів',
  unit: 'number',
  rows: { title: 'API' },
  columns: { title: 'Функційний модуль' },
} as const satisfies ReportChart;

/** Which API calls made the calls of a function module, from real calls. */
export const findApiByFm = defineReport({
  name: 'find_api_by_fm',
  title: 'Які API викликають функційний модуль',
  about:
    'За справжніми викликами: які API викликали модуль, яка це частка його викликів і скільки разів на один виклик API. Фонові завдання — окремий рядок.',
  roles: ['analyst'],
  period: 'months',
  filters: {
    fm: { kind: 'text', label: 'Функційний модуль', maxLength: 100, suggests: true },
    api: { kind: 'text', label: 'API', maxLength: 200, suggests: true },
  },
  columns: {
    fm: { kind: 'text', title: 'Модуль', lang: 'en' },
    api: { kind: 'text', title: 'API', lang: 'en' },
    share: { kind: 'share', title: 'Частка викликів модуля' },
    ...pairColumns,
  },
  sort: { column: 'calls', descending: true },
  charts: { picture: pairPicture },
});
