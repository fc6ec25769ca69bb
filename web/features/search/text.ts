import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the box that finds anything. */
export const text = {
  title: 'Керування',
  product: common.product,
  find: 'Знайти будь-що',
  keys: 'Ctrl K',
  close: common.close,
  label: 'Кого або що шукаєте',
  hint: 'Прізвище й вулиця, початок чи кінець телефону, рахунок, EIC, номер лічильника чи платежу, звернення, звіт або сторінка.',
  hintOfPages: 'Назва звіту або сторінки.',
  results: 'Знайдене',
  searching: 'Триває пошук…',
  found: 'Знайдено {n} {n|запис|записи|записів}.',
  nothing: 'Нічого не знайдено.',
  nothingNext:
    'Перевірте написання або введіть інше: прізвище з вулицею, щонайменше 4 цифри з початку чи кінця телефону, початок рахунка чи EIC.',
  nothingOfPages: 'Перевірте назву: шукаємо серед звітів і сторінок, доступних вашій ролі.',
  failed: 'Не вдалося знайти клієнтів і платежі',
  offline: 'Немає зв’язку. Поки що шукаємо лише серед сторінок і звітів.',
  recent: 'Нещодавно відкриті',
  keysHint: 'Стрілки — вибрати, Enter — відкрити, Esc — закрити.',
  more: 'Є ще — уточніть запит.',
  groups: {
    page: 'Сторінки',
    report: common.reports,
    customer: 'Клієнти',
    account: 'Рахунки й адреси',
    point: common.points,
    meter: cabinet.meters,
    payment: common.payments,
    cabinet: 'Кабінети за телефоном',
    conversation: common.tickets,
  },
  accountOf: 'рахунок {account}',
  accountsOf: '{n} {n|рахунок|рахунки|рахунків}, перший {account}',
  meterOf: 'Лічильник {serial}',
  ended: 'договір завершено',
  removed: 'лічильник знято',
  conversationOf: '№ {n} · {title}',
  sections: 'Розділи',
} as const;
