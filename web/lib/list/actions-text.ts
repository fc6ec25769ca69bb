import { text as cabinet } from '../cabinet-text.ts';

/** Texts that lists of actions share: of the people of a company, of the staff. */
export const text = {
  staffActions: 'Дії працівників',
  administrators: 'Працівники',
  actionsLoading: 'Завантажуємо дії…',
  when: cabinet.time,
  what: 'Дія',
  outcome: 'Результат',
  outcomes: { done: 'виконано', refused: 'відмовлено', unknown: 'невідомо' },
  accounts: 'рахунків: {n}',
  filter: 'Фільтр дій',
  from: 'З дня',
  to: 'До дня',
  count: '{n|дія|дії|дій}',
  files: 'Завантажити дії',
  emptyTitle: 'Дій ще немає',
  showAll: 'Показати всі дії',
} as const;
