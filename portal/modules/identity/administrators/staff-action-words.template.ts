import type { StaffActionData } from '#contract/identity/staff-actions.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Table } from '#platform/tables/table.ts';
import { changesText } from './change-words.template.ts';

/** What an administrator does with their own access. */
const ownAccessWords: Readonly<Record<string, string>> = tableOf({
  '/api/admins/set-password': 'Пароль задано за посиланням',
  '/api/auth/change-password': 'Зміна свого пароля',
  '/api/profile/change-phone': 'Зміна свого телефону',
  '/api/profile/change-email': 'Зміна свого e-mail',
  '/api/update-profile': 'Зміна своїх даних',
  '/api/second-factor/begin': 'Налаштування свого підтвердження входу',
  '/api/second-factor/send-code': 'Код для свого підтвердження надіслано',
  '/api/second-factor/enable': 'Своє підтвердження входу ввімкнено',
  '/api/second-factor/disable': 'Своє підтвердження входу вимкнено',
  '/api/sessions/end': 'Свій сеанс завершено',
  '/api/sessions/end-all': 'Свої сеанси завершено',
});

/** Who acts by a command, in messages about the access of an administrator. */
export const terminalName = 'термінал сервера';

/** What was done with an administrator by a command in the terminal of the server. */
export const terminalWords = {
  'terminal/create-admin': 'Працівника створено в терміналі сервера',
  'terminal/reset-password': 'Новий пароль із термінала сервера',
  'terminal/reset-second-factor': 'Підтвердження входу скинуто в терміналі сервера',
} as const;
export type TerminalAct = keyof typeof terminalWords;

/** What each changing call of the staff did, in the words of the list of actions. */
export const staffActionWords: Readonly<Record<string, string>> = tableOf({
  '/api/desk/reply': 'Відповідь клієнтові',
  '/api/desk/note': 'Службова нотатка',
  '/api/desk/change': 'Відповідальний або стан звернення',
  '/api/desk/change-topic': 'Інша тема звернення',
  '/api/desk/extend': 'Продовження строку звернення',
  '/api/desk/templates/add': 'Новий шаблон відповіді',
  '/api/desk/templates/change': 'Зміна шаблону відповіді',
  '/api/desk/join': 'Об’єднання звернень',
  '/api/desk/save-view': 'Власний фільтр збережено',
  '/api/desk/drop-view': 'Власний фільтр прибрано',
  '/api/desk/add-file': 'Файл до відповіді',
  '/api/admin/readings/decide': 'Рішення щодо показання',
  '/api/messages/send': 'Повідомлення клієнтам',
  '/api/messages/stop': 'Розсилання зупинено',
  '/api/messages/recall': 'Повідомлення відкликано',
  '/api/service-messages/add': 'Новий службовий рядок',
  '/api/service-messages/change': 'Зміна службового рядка',
  '/api/service-messages/end': 'Службовий рядок припинено',
  '/api/admin/compensations/decide': 'Рішення щодо компенсації',
  '/api/admin/ledger/correct': 'Коригування рахунка',
  '/api/admin/ledger/decide': 'Рішення щодо коригування',
  '/api/admin/accounts/benefit-add': 'Пільгу чи субсидію внесено',
  '/api/admin/accounts/benefit-remove': 'Пільгу чи субсидію прибрано',
  '/api/admin/master-data/change': 'Зміна даних рахунка',
  '/api/admin/master-data/responsible': 'Зміна відповідальної особи',
  '/api/admin/supplier/change': 'Зміна даних постачальника',
  '/api/admin/supplier/propose': 'Пропозиція нових реквізитів',
  '/api/admin/supplier/decide': 'Рішення щодо реквізитів',
  '/api/admin/supplier/save-brand': 'Зміна кольору й логотипа',
  '/api/admin/supplier/add-logo': 'Файл логотипа',
  '/api/admin/acts/draw': 'Акт про порушення складено',
  '/api/admin/acts/invite': 'Запрошення на розгляд акта',
  '/api/admin/acts/decide': 'Рішення комісії за актом',
  '/api/admin/acts/instalments': 'Розстрочення за актом',
  '/api/admin/acts/cancel': 'Скасування акта',
  '/api/admin/acts/confirm': 'Підтвердження кроку за актом',
  '/api/admin/rules/change': 'Зміна правил',
  '/api/admin/rules/undo': 'Скасування запланованої зміни правил',
  '/api/admin/service-terms/add': 'Нова версія календаря, строків або годин',
  '/api/admin/service-terms/undo': 'Скасування запланованої версії строків',
  '/api/admin/payments/refund': 'Повернення оплати',
  '/api/admin/periods/run': 'Пробний розрахунок або закриття місяця',
  '/api/admin/periods/act': 'Розрахунок призупинено, продовжено чи зупинено',
  '/api/admin/imports/open': 'Новий імпорт',
  '/api/admin/imports/add-part': 'Частина файлів імпорту',
  '/api/admin/imports/act': 'Перевірка, завантаження або скасування імпорту',
  '/api/admin/bank-statements/open': 'Нова виписка банку',
  '/api/admin/bank-statements/add-part': 'Частина виписки банку',
  '/api/admin/bank-statements/book': 'Проведення виписки банку',
  '/api/admin/bank-statements/drop': 'Виписку банку прибрано',
  '/api/admin/bank-statements/assign': 'Рядок виписки віднесено на рахунок',
  '/api/admin/bank-statements/land': 'Рядок виписки віднесено на платіж',
  '/api/admin/bank-statements/foreign': 'Рядок виписки позначено чужим',
  '/api/admin/bank-statements/undo': 'Рядок виписки повернено',
  '/api/admin/bank-statements/reverse': 'Гроші рядка виписки забрав банк',
  '/api/admin/act-objections/answer': 'Відповідь на заперечення акта',
  '/api/admin/reconciliation-disagreements/answer': 'Відповідь на розбіжності',
  '/api/admin/limits/decide': 'Рішення щодо обсягів',
  '/api/admin/customers/act': 'Доступ клієнта',
  '/api/admin/content/save': 'Чернетку тексту збережено',
  '/api/admin/content/publish': 'Текст опубліковано',
  '/api/admin/content/drop': 'Чернетку тексту відкинуто',
  '/api/admin/content/withdraw': 'Заплановану редакцію відкликано',
  '/api/admin/maintenance/set': 'Технічні роботи',
  '/api/admin/maintenance/end': 'Технічні роботи завершено',
  '/api/admin/tariffs/plan': 'Версію тарифу заплановано',
  '/api/admin/tariffs/step': 'Крок версії тарифу',
  '/api/admin/tariffs/trial': 'Випробування версії тарифу',
  '/api/admins/create': 'Новий працівник',
  '/api/admins/change': 'Ролі або дані працівника',
  '/api/admins/act': 'Доступ працівника',
  '/api/admin/viewings/start': 'Перегляд кабінету клієнта',
  '/api/auth/sign-out': 'Кінець перегляду кабінету клієнта',
  '/api/signatures/add-authorities': 'Сертифікати надавачів запропоновано',
  '/api/signatures/decide-authorities': 'Рішення про надавачів',
  '/api/signatures/remove-authority': 'Запропоновано більше не довіряти надавачу',
  ...ownAccessWords,
  ...terminalWords,
});

/** Calls that change access to a cabinet in one of several ways. */
const ofAccess = ['/api/admin/customers/act', '/api/admins/act'];

/** How a call changed access, by the state after it; undefined: another call, or no change. */
export function accessWords(
  call: string,
  after: Readonly<Record<string, unknown>> | null,
): string | undefined {
  if (!ofAccess.includes(call) || after === null) return undefined;
  if (after.blocked === true) return 'заблоковано';
  if (after.blocked === false) return 'розблоковано';
  if (after.phoneConfirmed === true) return 'телефон підтверджено';
  if (after.secondFactor === 'none') return 'підтвердження входу скинуто';
  if (after.link === true) return 'посилання для пароля';
  return 'sessionsEnded' in after ? 'сеанси завершено' : undefined;
}

/** What the staff took away as a file. */
export const downloadWords: Readonly<Record<string, string>> = tableOf({
  '/api/admin/actions/export': 'Файл дій працівників',
  '/api/feedback/export': 'Файл відгуків',
  '/api/admin/imports/problems/export': 'Файл помилок імпорту',
  '/api/admin/periods/exceptions/export': 'Файл перевірки перед закриттям',
  '/api/desk/file': 'Файл зі звернення',
  '/api/admin/accounts/bill-pdf': 'Рахунок клієнта, PDF',
  '/api/admin/acts/pdf': 'Документ акта про порушення, PDF',
});

/** What was tried, or taken away as a file, while a cabinet was seen as its customer. */
export const viewingWords = {
  change: 'Спроба змінити щось у кабінеті клієнта',
  file: 'Файл із кабінету клієнта',
} as const;

export const reportFileWords = (title: string) => `Файл звіту «${title}»`;

/** Of a call without words of its own. */
export const otherAction = 'Інша дія';

const outcomes = { done: 'виконано', refused: 'відмовлено', unknown: 'невідомо' } as const;

const changesHere = 'Зміни (тих, що на сервері розрахунків, тут немає: він не відповідав)';

/** The actions of a filter as the screen shows them; what the billing changed is not among them while it is away. */
export function staffActionsTable(actions: readonly StaffActionData[], isBillingAway: boolean): Table {
  return {
    title: 'Дії працівників',
    columns: [
      { title: 'Коли', kind: 'moment' },
      { title: 'Хто', kind: 'text', width: 30 },
      { title: 'Логін', kind: 'text', width: 16 },
      { title: 'Дія', kind: 'text', width: 34 },
      { title: 'Рахунки', kind: 'text', width: 26 },
      { title: 'Об’єктів дії', kind: 'integer' },
      { title: 'Рядків у файлі', kind: 'integer' },
      { title: 'Причина', kind: 'text', width: 40 },
      { title: isBillingAway ? changesHere : 'Зміни', kind: 'text', width: 60 },
      { title: 'Результат', kind: 'text', width: 14 },
      { title: 'Чому відмовлено', kind: 'text', width: 40 },
      { title: 'Адреса', kind: 'text', width: 18 },
      { title: 'Номер запиту', kind: 'text', width: 40 },
    ],
    rows: actions.map((action) => [
      action.happenedAt,
      action.who,
      action.login,
      action.what,
      action.accounts.join(', '),
      action.subjects,
      action.rowCount,
      action.why,
      changesText(action),
      outcomes[action.outcome],
      action.reason ?? '',
      action.address,
      action.reference,
    ]),
  };
}
