import { defineReport, type ReportColumn } from '../define-report.ts';

/** Stands for the API of calls that no API call made. */
export const jobsWord = 'Фонові завдання';

const filters = {
  api: { kind: 'text', label: 'API', maxLength: 200, suggests: true },
  fm: { kind: 'text', label: 'Функційний модуль', maxLength: 100, suggests: true },
} as const;

const names = {
  api: { kind: 'text', title: 'API', lang: 'en' },
  fm: { kind: 'text', title: 'Модуль', lang: 'en' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

interface PairWords {
  readonly name: 'find_api_by_fm' | 'find_fm_by_api';
  readonly title: string;
  readonly about: string;
  /** Title of the share: of the calls of whom. */
  readonly share: string;
}

/** Pairs of an API call and a function module, from real calls; the first of them is whom the others are looked for. */
export const pairReport = (
  [first, second]: readonly ['api', 'fm'] | readonly ['fm', 'api'],
  { share, ...words }: PairWords,
) =>
  defineReport({
    ...words,
    roles: ['analyst'],
    period: 'months',
    filters: { [first]: filters[first], [second]: filters[second] } as typeof filters,
    columns: {
      ...({ [first]: names[first], [second]: names[second] } as typeof names),
      share: { kind: 'share', title: share },
      calls: { kind: 'number', title: 'Викликів модуля', total: 'sum' },
      failed: { kind: 'number', title: 'Невдалих', total: 'sum' },
      apiCalls: { kind: 'number', title: 'Викликів API' },
      perApi: { kind: 'ratio', title: 'На один виклик API' },
      took: { kind: 'duration', title: 'У середньому' },
    },
    sort: { column: 'calls', descending: true },
    charts: {
      picture: {
        kind: 'links',
        title: 'Хто кого викликає: пари з найбільшою кількістю викликів',
        unit: 'number',
        rows: { title: 'API' },
        columns: { title: 'Функційний модуль' },
      },
    },
  });

/** Which API calls made the calls of a function module. */
export const findApiByFm = pairReport(['fm', 'api'], {
  name: 'find_api_by_fm',
  title: 'Які API викликають функційний модуль',
  about:
    'За справжніми викликами: які API викликали модуль, яка це частка його викликів і скільки разів на один виклик API. Фонові завдання — окремий рядок.',
  share: 'Частка викликів модуля',
});
