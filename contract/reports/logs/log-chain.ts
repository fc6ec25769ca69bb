import { defineReport } from '../define-report.ts';

/** What a row of a log is, in words. */
export const logEvents = {
  call: 'Виклик API',
  module: 'Функційний модуль',
  fault: 'Збій сервера',
  browser: 'Звіт браузера',
} as const;

/** Who made a call, never by name. */
export const callers = {
  person: 'Побутовий споживач',
  entity: 'Компанія',
  admin: 'Працівник',
  nobody: 'Без входу',
} as const;

/** Everything under one reference: the API call, its function modules, the error and what the browser reported. */
export const logChain = defineReport({
  name: 'log_chain',
  title: 'Ланцюжок за номером помилки',
  about:
    'Усе, що записано під одним номером: виклик API, його функційні модулі, збій сервера і звіт браузера. Номер можна ввести з пробілами або лише його початок, від восьми знаків.',
  roles: ['analyst'],
  period: 'now',
  refusals: ['reports.badReference'],
  filters: { chain: { kind: 'text', label: 'Номер помилки', maxLength: 200 } },
  columns: {
    event: { kind: 'text', title: 'Що це', isSortable: false },
    name: { kind: 'text', title: 'Назва', lang: 'en', isSortable: false },
    happenedAt: { kind: 'instant', title: 'Час', isExact: true },
    offset: { kind: 'duration', title: 'Від початку' },
    duration: { kind: 'duration', title: 'Тривало', isSortable: false },
    code: { kind: 'text', title: 'Код', lang: 'en', isSortable: false },
    status: { kind: 'number', title: 'HTTP', isSortable: false },
    node: { kind: 'text', title: 'Вузол', lang: 'en', isSortable: false },
    account: { kind: 'text', title: 'Рахунок', isSortable: false },
    who: { kind: 'text', title: 'Хто', isSortable: false },
    text: { kind: 'text', title: 'Що сталося', isLong: true, isSortable: false },
    reference: { kind: 'text', title: 'Номер', lang: 'en', isSortable: false },
  },
  sort: { column: 'happenedAt', descending: false },
  spans: {
    title: 'Хід виклику, мілісекунди',
    label: 'name',
    start: 'offset',
    length: 'duration',
    of: 'reference',
  },
});
