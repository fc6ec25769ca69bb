import { defineReport } from '../define-report.ts';

/** What the reports of API calls and of calls of function modules call them. */
interface CallWords {
  readonly name: 'api_request_count' | 'fm_request_count';
  readonly title: string;
  readonly about: string;
  /** Title of the column with the name. */
  readonly column: string;
  /** The report of the outcomes of one name. */
  readonly responses: string;
}

/** How often each name was called, beside the period before. */
export const requestCount = ({ name, title, about, column, responses }: CallWords) =>
  defineReport({
    name,
    title,
    about,
    roles: ['analyst'],
    period: 'months',
    filters: {
      name: { kind: 'text', label: `${column} містить`, maxLength: 200 },
      change: {
        kind: 'choice',
        label: 'Зміна',
        any: 'Будь-яка',
        choices: {
          more: 'Стало більше',
          less: 'Стало менше',
          new: 'Раніше не викликали',
          gone: 'Більше не викликають',
        },
      },
    },
    columns: {
      name: { kind: 'text', title: column, lang: 'en' },
      calls: {
        kind: 'number',
        title: 'Викликів',
        total: 'sum',
        rows: { report: responses, filters: { name: 'name' } },
      },
      before: { kind: 'number', title: 'Раніше', total: 'sum' },
      change: { kind: 'change', title: 'Зміна', total: { now: 'calls', before: 'before' } },
      share: { kind: 'share', title: 'Частка всіх' },
      lastCall: { kind: 'instant', title: 'Останній виклик' },
    },
    sort: { column: 'calls', descending: true },
    charts: {
      calls: {
        kind: 'lines',
        title: `${title}: цей період і попередній, викликів`,
        unit: 'number',
        series: { calls: 'Цей період', before: 'Попередній' },
      },
    },
  });

export const apiRequestCount = requestCount({
  name: 'api_request_count',
  title: 'Виклики API',
  about:
    'Скільки разів викликали кожне API за період і наскільки це більше чи менше, ніж за такий самий період перед ним.',
  column: 'API',
  responses: 'api_responses',
});
