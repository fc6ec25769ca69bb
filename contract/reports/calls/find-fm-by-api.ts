import { defineReport } from '../define-report.ts';
import { pairColumns, pairPicture } from './find-api-by-fm.ts';

/** Which function modules an API call calls, from real calls. */
export const findFmByApi = defineReport({
  name: 'find_fm_by_api',
  title: 'Які функційні модулі викликає API',
  about:
    'За справжніми викликами: які модулі викликав API, яка це частка його викликів модулів і скільки разів на один виклик API.',
  roles: ['analyst'],
  period: 'months',
  filters: {
    api: { kind: 'text', label: 'API', maxLength: 200, suggests: true },
    fm: { kind: 'text', label: 'Функційний модуль', maxLength: 100, suggests: true },
  },
  columns: {
    api: { kind: 'text', title: 'API', lang: 'en' },
    fm: { kind: 'text', title: 'Модуль', lang: 'en' },
    share: { kind: 'share', title: 'Частка викликів API' },
    ...pairColumns,
  },
  sort: { column: 'calls', descending: true },
  charts: { picture: pairPicture },
});
