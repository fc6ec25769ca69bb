import { defineReport } from '../define-report.ts';

/** How a cabinet came to be; people of a company are invited into its one. */
export const registrationWays = {
  phone: 'Сам, за кодом з SMS',
  contract: 'Сам, за унікальним кодом договору',
  supplier: 'Внесено постачальником',
} as const;

/** Kinds of contacts that were confirmed. */
export const contactWords = { phone: 'телефон', email: 'пошта' } as const;

/** The cabinets of customers that were registered in the period; no names, contacts or passwords. */
export const getRegistrations = defineReport({
  name: 'get_registrations_xlsx',
  title: 'Реєстрації за період',
  about:
    'Кабінети, які зареєстровано в ці дні: коли, хто, як, з якими рахунками і які контакти підтверджено. Кабінет компанії — один рядок, скільки б людей мали до нього доступ. Без імен, телефонів і паролів. Уся таблиця — файлом XLSX.',
  roles: ['analyst'],
  period: 'months',
  filters: {
    user: {
      kind: 'choice',
      label: 'Хто',
      any: 'Усі',
      choices: { person: 'Побутові споживачі', entity: 'Компанії' },
    },
    way: { kind: 'choice', label: 'Як', any: 'Будь-як', choices: registrationWays },
    account: { kind: 'text', label: 'Рахунок', maxLength: 12 },
  },
  columns: {
    createdAt: { kind: 'instant', title: 'Зареєстровано' },
    type: { kind: 'text', title: 'Хто' },
    way: { kind: 'text', title: 'Як' },
    accounts: { kind: 'text', title: 'Рахунки' },
    objects: { kind: 'number', title: 'Рахунків' },
    people: { kind: 'number', title: 'Людей з доступом' },
    contacts: { kind: 'text', title: 'Підтверджені контакти' },
    lastSignIn: { kind: 'instant', title: 'Останній вхід' },
    isBlocked: { kind: 'mark', title: 'Стан', yes: 'заблоковано' },
  },
  sort: { column: 'createdAt', descending: true },
});
