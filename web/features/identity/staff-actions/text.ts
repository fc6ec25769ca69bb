import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of what the staff changed. */
export const text = {
  title: actions.staffActions,
  product: common.product,
  lead: 'Усе, що працівники змінювали, завантажували файлом або намагалися, разом із відмовами. Список лише доповнюється; текстів повідомлень у ньому немає.',
  loading: actions.actionsLoading,
  failed: 'Не вдалося показати дії працівників',
  caption: actions.staffActions,
  when: actions.when,
  who: 'Хто діяв',
  anybody: 'Усі працівники',
  what: actions.what,
  account: common.bill,
  accounts: actions.accounts,
  subjects: 'об’єктів дії: {n}',
  rows: 'рядків у файлі: {n}',
  places: { conversation: 'Відкрити звернення', review: 'Відкрити показання' },
  outcome: actions.outcome,
  outcomes: actions.outcomes,
  from: actions.from,
  to: actions.to,
  filter: actions.filter,
  found: cabinet.found,
  count: actions.count,
  files: actions.files,
  emptyTitle: actions.emptyTitle,
  empty: 'Тут з’являтиметься, хто з працівників що змінив.',
  noneTitle: cabinet.nothingFound,
  none: 'Змініть працівника, рахунок або дні.',
  showAll: actions.showAll,
} as const;
