import { defineReport } from '../define-report.ts';

interface CallWords {
  readonly name: 'api_responses' | 'fm_responses';
  readonly title: string;
  readonly about: string;
  /** Title of the column with the name of a call. */
  readonly column: string;
  /** Number of the names that answered so. */
  readonly names: string;
  /** Of the report of one code. */
  readonly detailTitle: string;
  readonly detailAbout: string;
}

/** How calls ended, by code and HTTP status; a code leads to the names that answered with it. */
export function responses({ name, title, about, column, names, detailTitle, detailAbout }: CallWords) {
  const ofCode = defineReport({
    name: `${name}_of_code`,
    title: detailTitle,
    about: detailAbout,
    roles: ['analyst'],
    period: 'months',
    filters: { code: { kind: 'text', label: 'Код', maxLength: 100 } },
    columns: {
      name: { kind: 'text', title: column, lang: 'en' },
      calls: { kind: 'number', title: 'Відповідей із кодом', total: 'sum' },
      all: { kind: 'number', title: 'Усіх викликів', total: 'sum' },
      share: { kind: 'share', title: 'Частка', total: { part: 'calls', whole: 'all' } },
      lastSeen: { kind: 'instant', title: 'Востаннє' },
    },
    sort: { column: 'calls', descending: true },
  });
  const report = defineReport({
    name,
    title,
    about,
    roles: ['analyst'],
    period: 'months',
    filters: {
      name: { kind: 'text', label: `${column} містить`, maxLength: 200 },
      outcome: {
        kind: 'choice',
        label: 'Відповідь',
        any: 'Будь-яка',
        choices: { success: 'Успішна', refusal: 'Відмова (4xx)', fault: 'Збій (5xx)' },
      },
    },
    columns: {
      code: { kind: 'text', title: 'Код', lang: 'en' },
      status: { kind: 'number', title: 'HTTP' },
      meaning: { kind: 'text', title: 'Що означає', isSortable: false },
      calls: { kind: 'number', title: 'Відповідей', total: 'sum' },
      share: { kind: 'share', title: 'Частка' },
      names: { kind: 'number', title: names },
      lastSeen: { kind: 'instant', title: 'Востаннє' },
    },
    sort: { column: 'calls', descending: true },
    charts: {
      outcomes: {
        kind: 'lines',
        title: `${title}: успішні, відмови і збої, відповідей`,
        unit: 'number',
        series: { success: 'Успішні', refusals: 'Відмови (4xx)', faults: 'Збої (5xx)' },
      },
      failures: {
        kind: 'heatMap',
        title: 'Відмови і збої за днями й статусом HTTP, відповідей',
        unit: 'number',
        rows: { title: 'HTTP' },
        columns: { title: 'День', kind: 'date' },
      },
    },
    detail: { report: ofCode, filters: { code: 'code' }, back: 'Усі відповіді' },
  });
  return { report, ofCode };
}

export const { report: apiResponses, ofCode: apiResponsesOfCode } = responses({
  name: 'api_responses',
  title: 'Відповіді API',
  about:
    'Чим закінчилися виклики API: за кодом відповіді й статусом HTTP, від коду до тих API, що ним відповіли.',
  column: 'API',
  names: 'Скільки API',
  detailTitle: 'API з однією відповіддю',
  detailAbout: 'Які API відповіли цим кодом і яку частку їхніх викликів це становить.',
});
