import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { text as cabinet } from '../cabinet-text.ts';

/** States of a conversation as the staff sees them. */
const conversationStates: Readonly<Record<ConversationState, string>> = {
  new: 'щойно надійшло',
  inWork: 'в роботі',
  waitingCustomer: 'чекаємо на клієнта',
  waitingOperator: 'чекаємо на оператора мережі',
  answered: 'відповідь надано',
  closed: 'закрито',
};

/** States of a payment as the staff sees them. */
const paymentStates: Readonly<Record<PaymentState, string>> = {
  started: 'розпочато',
  sent: 'передано сервісу',
  confirmed: cabinet.inTransitWord,
  landed: 'надійшло в банк',
  matched: cabinet.landed,
  failed: cabinet.refused,
  expired: 'не сплачено вчасно',
  reversed: 'повернуто банком',
  refunded: 'повернуто платнику',
};

/** Zones that a meter counts by. */
const zoneSchemes = { single: 'одна зона', two: 'дві зони', three: 'три зони' } as const;

/** States of a metering point. */
const pointStates = {
  active: 'працює',
  takenByOperator: 'в оператора мережі',
  substation: cabinet.substationWord,
  commercial: 'комерційна',
  disabled: 'відключена',
} as const;

/** Texts that lists of actions share, of the people of a company and of the staff, and what the staff does to sign-ins. */
export const text = {
  staffActions: 'Дії працівників',
  administrators: 'Працівники',
  decidedBy: '{name} (обліковий запис з {date})',
  customerCard: 'Картка клієнта',
  conversationStates,
  paymentStates,
  zoneSchemes,
  pointStates,
  endSessions: 'Завершити сеанси',
  endAllSessions: 'Завершити всі сеанси',
  resetFactor: 'Скинути підтвердження входу',
  submitReset: 'Скинути підтвердження',
  factorReset: 'Підтвердження входу скинуто',
  block: 'Заблокувати',
  unblock: 'Розблокувати',
  active: 'активний',
  blocked: 'заблоковано',
  reasonStays: 'Лишиться в діях працівників поруч із вашим іменем.',
  toFields: 'Назад до полів',
  optional: 'Можна лишити порожнім.',
  waits: 'чекає',
  confirmed: 'підтверджено',
  reasonOf: 'Чому: {reason}',
  reasonWanted: 'Вкажіть причину, хоча б кількома словами',
  rules: 'Правила',
  serviceTerms: 'Календар і строки',
  supplierData: 'Дані постачальника',
  tariffs: 'Тарифи й ціни',
  actionsLoading: 'Завантажуємо дії…',
  when: cabinet.time,
  what: 'Дія',
  outcome: 'Результат',
  outcomes: { done: 'виконано', refused: 'відмовлено', unknown: 'невідомо' },
  accounts: 'рахунків: {n}',
  who: 'Хто діяв',
  why: 'Причина: {why}',
  changes: '{n} {n|зміна|зміни|змін}',
  moreChanges: 'і ще змін: {n}',
  billingAway: 'Сервер розрахунків не відповідає: змін у ньому зараз не видно.',
  filter: 'Фільтр дій',
  from: 'З дня',
  to: 'До дня',
  count: '{n|дія|дії|дій}',
  files: 'Завантажити дії',
  emptyTitle: 'Дій ще немає',
  showAll: 'Показати всі дії',
  content: 'Тексти сайту',
  imports: 'Імпорт',
  maintenance: 'Технічні роботи',
  preview: 'Так це побачать клієнти',
  responsibles: 'Відповідальні за об’єкт',
} as const;
