import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as support } from '#web/lib/list/support-text.ts';

/** Texts of the messages of the supplier to a customer. */
export const text = {
  loading: cabinet.loading,
  failed: 'Не вдалося показати повідомлення',
  list: 'Повідомлення постачальника, найновіші зверху',
  account: cabinet.accountShort,
  emptyTitle: 'Повідомлень ще немає',
  empty: 'Тут з’являтимуться повідомлення постачальника: планові відключення, зміни тарифів, акти на підпис.',
  isNew: support.isNew,
  choose: 'Оберіть повідомлення зі списку.',
  gone: 'Цього повідомлення немає серед повідомлень об’єкта.',
  toList: 'Усі повідомлення',
  markFailed: 'Не вдалося позначити повідомлення прочитаним.',

  panel: 'Повідомлення постачальника',
  panelFailed: 'Не вдалося показати нові повідомлення',
  unread: '{n} {n|нове|нові|нових}',
  nothingNew: 'Нових повідомлень немає.',
  openAll: 'Усі повідомлення',
  ofAccounts: '{n} {n|об’єкт|об’єкти|об’єктів}',
} as const;
