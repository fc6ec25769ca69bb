import type { PaymentData } from '#billing/api/payments.ts';

/** Texts of the payment receipt. */
export const words = {
  title: 'Квитанція про оплату',
  number: (order: string) => `Замовлення № ${order}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  sum: 'Сплачено',
  hryvnias: (sum: string) => `${sum} грн`,
  test: 'Тестовий платіж: справжні гроші не списувалися.',
  payer: 'Споживач за договором',
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
  proof: 'Квитанцію можна перевірити',
  proofHint:
    'Наведіть камеру телефона на код: відкриється сторінка кабінету з номером, сумою і станом платежу.',
  proofAlt: 'QR-код сторінки, яка підтверджує цю квитанцію',
  hidden: 'Інші частини замовлення',
  contacts: (contacts: string) => `Запитання щодо оплати: ${contacts}`,
} as const;

/** States that have a receipt. */
export const stateNames: Readonly<Partial<Record<PaymentData['state'], string>>> = {
  confirmed: 'Прийнято, кошти в дорозі',
  landed: 'Кошти надійшли',
  matched: 'Зараховано',
};
