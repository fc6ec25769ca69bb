import type { PaymentRecord } from '../payment-record.ts';

/** Words of the receipt of a payment. */
export const words = {
  title: 'Квитанція про оплату',
  number: (order: string) => `Замовлення № ${order}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  sum: 'Сплачено',
  hryvnias: (sum: string) => `${sum} грн`,
  test: 'Тестовий платіж: справжні гроші не списувалися.',
  state: 'Стан',
  confirmed: 'Підтверджено',
  provider: 'Спосіб оплати',
  reference: 'Номер у платіжній системі',
  expected: 'Надійде до',
  landed: 'Надійшло',
  recipient: 'Одержувач',
  edrpou: 'ЄДРПОУ',
  iban: 'Рахунок (IBAN)',
  bank: 'Банк',
  parts: 'Що сплачено',
  columns: ['За що', 'Особовий рахунок', 'Сума, грн'],
  total: 'Разом',
  energy: 'Електроенергія',
  energyOf: (period: string) => `Електроенергія за ${period}`,
  act: (number: string) => `Акт про порушення № ${number}`,
  hidden: 'Інші частини замовлення',
  code: 'Сплатити так само ще раз',
  codeNote: 'Код містить дані цієї оплати. Щоб не сплатити двічі, скануйте його, лише якщо платите знову.',
  codeNoteOfPart: (sum: string, account: string) =>
    `Код містить дані лише однієї частини: ${sum} грн за рахунком ${account}. Щоб не сплатити двічі, скануйте його, лише якщо платите знову.`,
  contacts: (contacts: string) => `Запитання щодо оплати: ${contacts}`,
} as const;

/** States that a receipt is of. */
export const stateNames: Readonly<Partial<Record<PaymentRecord['state'], string>>> = {
  confirmed: 'Прийнято, кошти в дорозі',
  landed: 'Кошти надійшли',
  matched: 'Зараховано',
};
