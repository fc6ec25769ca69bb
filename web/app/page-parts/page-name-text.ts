import { tableOf } from '#domain/table-of.ts';
import { text as common } from '#web/lib/text.ts';

/** Names of pages without a tab, for staff. */
export const pageNames: Readonly<Record<string, string>> = tableOf({
  '/': 'Головна сайту',
  '/auth': 'Вибір входу',
  '/admin': 'Вхід працівників',
  '/sign-in/entity': common.entitySignIn,
  '/sign-in/person': 'Вхід побутових споживачів',
  '/sign-up/entity': 'Реєстрація компанії',
  '/sign-up/person': 'Реєстрація побутового споживача',
  '/recover': 'Відновлення пароля',
  '/join': 'Запрошення до компанії',
  '/cabinet/person': 'Перша сторінка',
  '/cabinet/person/add-apart': 'Додавання об’єкта',
  '/cabinet/person/bills/$period': 'Один рахунок',
  '/cabinet/person/payments/$paymentId': 'Одна оплата',
  '/cabinet/person/tickets': common.tickets,
  '/cabinet/entity': 'Список рахунків',
  '/cabinet/entity/indication': common.readings,
  '/cabinet/entity/limits': 'Ліміти компанії',
  '/cabinet/entity/bills': common.billsAndPayments,
  '/cabinet/entity/payments/$paymentId': 'Одна оплата',
  '/cabinet/entity/tickets': common.tickets,
});

export const ofEntity = '{page} (компанія)';
