import { text as cabinet } from '../cabinet-text.ts';

/** Texts that lists of actions share: of the people of a company, of the staff. */
export const text = {
  staffActions: 'Дії працівників',
  administrators: 'Працівники',
  customerCard: 'Картка клієнта',
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
} as const;
