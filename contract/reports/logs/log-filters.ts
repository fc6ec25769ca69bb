import type { ReportColumn, ReportFilter } from '../define-report.ts';

/** Choices of the least duration of a call, milliseconds. */
export const leastDurations = {
  '100': 'Від 100 мс',
  '500': 'Від 500 мс',
  '1000': 'Від 1 с',
  '3000': 'Від 3 с',
  '10000': 'Від 10 с',
} as const;

/** Conditions that both searches of the logs have, in this order. */
export const logFilters = {
  since: { kind: 'time', label: 'З години першого дня' },
  till: { kind: 'time', label: 'До години останнього дня' },
  reference: { kind: 'text', label: 'Номер помилки, за весь час', maxLength: 200 },
  account: { kind: 'text', label: 'Особовий рахунок', maxLength: 40 },
  code: { kind: 'text', label: 'Код містить', maxLength: 100 },
  outcome: {
    kind: 'choice',
    label: 'Чим завершився',
    any: 'Будь-чим',
    choices: { success: 'Успіхом', failed: 'Невдачею', fault: 'Збоєм (5xx)' },
  },
  least: { kind: 'choice', label: 'Тривалість', any: 'Будь-яка', choices: leastDurations },
  text: { kind: 'text', label: 'Текст помилки містить', maxLength: 100 },
} as const satisfies Readonly<Record<string, ReportFilter>>;

/** Columns that both searches of the logs begin and end with. */
export const logColumns = {
  happenedAt: { kind: 'instant', title: 'Час', isExact: true, isSortable: false },
  name: { kind: 'text', title: 'Назва', lang: 'en', isSortable: false },
  code: { kind: 'text', title: 'Код', lang: 'en', isSortable: false },
  status: { kind: 'number', title: 'HTTP', isSortable: false },
  duration: { kind: 'duration', title: 'Тривав', isSortable: false },
  account: { kind: 'text', title: 'Рахунок', isSortable: false },
  node: { kind: 'text', title: 'Вузол', lang: 'en', isSortable: false },
  reference: { kind: 'text', title: 'Номер помилки', lang: 'en', isSortable: false },
} as const satisfies Readonly<Record<string, ReportColumn>>;
