import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of what the staff changed. */
export const text = {
  title: 'Дії працівників',
  product: common.product,
  lead: 'Усе, що працівники змінювали або намагалися змінити, разом із відмовами. Список лише доповнюється; текстів повідомлень у ньому немає.',
  loading: 'Завантажуємо дії…',
  failed: 'Не вдалося показати дії працівників',
  caption: 'Дії працівників',
  when: 'Час',
  who: 'Працівник',
  anybody: 'Усі працівники',
  what: 'Дія',
  account: common.bill,
  accounts: 'рахунків: {n}',
  subjects: 'об’єктів дії: {n}',
  places: { conversation: 'Відкрити звернення', review: 'Відкрити показання' },
  outcome: 'Результат',
  outcomes: { done: 'виконано', refused: 'відмовлено', unknown: 'невідомо' },
  from: 'З дня',
  to: 'До дня',
  filter: 'Фільтр дій',
  found: cabinet.found,
  count: '{n|дія|дії|дій}',
  files: 'Завантажити дії',
  emptyTitle: 'Дій ще немає',
  empty: 'Тут з’являтиметься, хто з працівників що змінив.',
  noneTitle: cabinet.nothingFound,
  none: 'Змініть працівника, рахунок або дні.',
  showAll: 'Показати всі дії',
} as const;
