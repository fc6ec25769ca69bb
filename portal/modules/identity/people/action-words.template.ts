import type { OutputOf } from '#contract/define-call.ts';
import type { listActions } from '#contract/identity/company-people.ts';
import type { CompanyArea, CompanyRole } from '#contract/identity/company-roles.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Table } from '#platform/tables/table.ts';

const ofArea: Readonly<Record<CompanyArea, string>> = {
  own: 'Власні налаштування',
  company: 'Зміна даних компанії',
  points: 'Показання',
  money: 'Оплата',
  documents: 'Документи',
  signing: 'Підпис',
  limits: 'Договірні обсяги',
  people: 'Люди компанії',
  programs: 'Доступ програм',
  support: 'Звернення',
};

/** What each call did, in the words of the list of actions; another call is told by its area. */
const ofCall: Readonly<Record<string, string>> = tableOf({
  '/api/readings/submit': 'Передача показань',
  '/api/readings/submit-points': 'Передача показань',
  '/api/readings/correct': 'Виправлення показань',
  '/api/readings/add-photo': 'Фото лічильника',
  '/api/readings/check-workbook': 'Перевірка бланка показань',
  '/api/readings/commit-workbook': 'Передача показань з бланка',
  '/api/payments/start': 'Початок оплати',
  '/api/payments/remind': 'Нагадування про оплату',
  '/api/documents/request': 'Запит документа',
  '/api/entity/limits/save-draft': 'Чернетка коригування обсягів',
  '/api/entity/limits/move': 'Надсилання або відкликання коригування обсягів',
  '/api/tickets/create': 'Нове звернення',
  '/api/tickets/reply': 'Повідомлення у зверненні',
  '/api/tickets/close': 'Закриття звернення',
  '/api/tickets/rate': 'Оцінка відповіді на звернення',
  '/api/tickets/add-file': 'Файл до звернення',
  '/api/payment-documents/object': 'Заперечення акта',
  '/api/reconciliation-acts/disagree': 'Розбіжності в акті звірки',
  '/api/signatures/prepare': 'Підготовка документа до підпису',
  '/api/signatures/add': 'Підпис документа',
  '/api/signatures/add-signer': 'Новий підписант',
  '/api/signatures/end-signer': 'Завершення повноважень підписанта',
  '/api/signatures/remove-signer': 'Запис підписанта прибрано',
  '/api/company/tokens/make': 'Новий доступ програми',
  '/api/company/tokens/end': 'Припинення доступу програми',
  '/api/company/people/invite': 'Запрошення людини',
  '/api/company/people/resend': 'Повторне запрошення',
  '/api/company/people/change': 'Зміна ролі або об’єктів',
  '/api/company/people/end': 'Відкликання доступу',
});

/** Words of the list of actions. */
export const actionWords = { ofArea, ofCall, refused: 'Відмовлено' };

const roles: Readonly<Record<CompanyRole, string>> = {
  owner: 'власник',
  accountant: 'бухгалтер',
  powerEngineer: 'енергетик',
  signer: 'підписант',
  viewer: 'перегляд',
};

type ActionRow = OutputOf<typeof listActions>['actions'][number];

const outcomes = { done: 'виконано', refused: 'відмовлено', unknown: 'невідомо' } as const;

/** The actions of a filter as the screen shows them. */
export function actionsTable(actions: readonly ActionRow[]): Table {
  return {
    title: 'Дії людей компанії',
    columns: [
      { title: 'Коли', kind: 'moment' },
      { title: 'Хто', kind: 'text', width: 30 },
      { title: 'Роль', kind: 'text', width: 14 },
      { title: 'Дія', kind: 'text', width: 30 },
      { title: 'Рахунок', kind: 'text', width: 14 },
      { title: 'Приладів', kind: 'integer' },
      { title: 'Результат', kind: 'text', width: 14 },
      { title: 'Причина', kind: 'text', width: 40 },
      { title: 'Адреса', kind: 'text', width: 18 },
    ],
    rows: actions.map((action) => [
      action.happenedAt,
      action.who || 'Вхід за договором',
      action.isProgram ? 'програма' : roles[action.role],
      action.what,
      action.account ?? '',
      action.objectCount,
      outcomes[action.outcome],
      action.reason ?? '',
      action.address,
    ]),
  };
}
