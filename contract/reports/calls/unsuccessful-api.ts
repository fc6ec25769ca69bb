import { defineReport } from '../define-report.ts';

/** HTTP statuses by who is to act. */
const kinds = {
  fault: 'Збої (5xx)',
  refusal: 'Відмови за правилами (409, 422, 429)',
  request: 'Хибні запити (інші 4xx)',
} as const;

/** The failing calls of one group of `unsuccessful_api`, newest first. */
export const unsuccessfulApiCalls = defineReport({
  name: 'unsuccessful_api_calls',
  title: 'Невдалі виклики',
  about:
    'Окремі невдалі виклики одного API з одним кодом і причиною. Номер помилки відкриває весь ланцюжок виклику.',
  roles: ['analyst'],
  isLog: true,
  filters: {
    api: { kind: 'text', label: 'API', maxLength: 200 },
    code: { kind: 'text', label: 'Код', maxLength: 100 },
    cause: { kind: 'text', label: 'Причина', maxLength: 300 },
  },
  columns: {
    happenedAt: { kind: 'instant', title: 'Час', isExact: true, isSortable: false },
    reference: {
      kind: 'text',
      title: 'Номер помилки',
      lang: 'en',
      isSortable: false,
      rows: { report: 'logs_search_back', filters: { chain: 'reference' } },
    },
    status: { kind: 'number', title: 'HTTP', isSortable: false },
    duration: { kind: 'duration', title: 'Тривав', isSortable: false },
    account: { kind: 'text', title: 'Рахунок', isSortable: false },
    node: { kind: 'text', title: 'Вузол', lang: 'en', isSortable: false },
    cause: { kind: 'text', title: 'Причина', isSortable: false },
  },
  sort: { column: 'happenedAt', descending: true },
});

/** Failing calls by call, code and cause. */
export const unsuccessfulApi = defineReport({
  name: 'unsuccessful_api',
  title: 'Невдалі виклики API',
  about: 'Виклики API, які завершилися невдачею: за кодом і причиною, від групи до окремого виклику.',
  roles: ['analyst'],
  filters: {
    api: { kind: 'text', label: 'API містить', maxLength: 200 },
    code: { kind: 'text', label: 'Код містить', maxLength: 100 },
    kind: { kind: 'choice', label: 'Вид невдачі', any: 'Усі', choices: kinds },
    age: {
      kind: 'choice',
      label: 'Коли вперше',
      any: 'Будь-коли',
      choices: { new: 'Лише нові', known: 'Лише відомі' },
    },
  },
  columns: {
    code: { kind: 'text', title: 'Код', lang: 'en' },
    cause: { kind: 'text', title: 'Причина', isSortable: false },
    api: { kind: 'text', title: 'API', lang: 'en' },
    status: { kind: 'number', title: 'HTTP' },
    calls: { kind: 'number', title: 'Викликів', total: 'sum' },
    users: { kind: 'number', title: 'Користувачів' },
    firstSeen: { kind: 'instant', title: 'Уперше' },
    lastSeen: { kind: 'instant', title: 'Востаннє' },
    isNew: { kind: 'mark', title: 'Нове', yes: 'нове' },
  },
  sort: { column: 'calls', descending: true },
  detail: {
    report: unsuccessfulApiCalls,
    filters: { api: 'api', code: 'code', cause: 'cause' },
    back: 'Усі невдалі виклики',
  },
});
