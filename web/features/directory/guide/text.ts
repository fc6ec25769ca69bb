import { text as cabinet } from '#web/lib/cabinet-text.ts';

/** Texts of the guide. */
export const text = {
  lead: 'Короткі відповіді на часті запитання про показання, рахунки, тарифи й кабінет.',
  search: 'Що вас цікавить?',
  searchHint: 'Наприклад: показання, ніч, борг',
  clear: cabinet.clear,
  all: '{n} {n|стаття|статті|статей}',
  found: 'Знайдено {n} {n|статтю|статті|статей}',
  nothing: cabinet.nothingFound,
  nothingTitle: cabinet.nothingForTerm,
  nothingHelp:
    'Спробуйте одне коротше слово, наприклад «показання» або «тариф», чи запитайте в контактному центрі.',
  showAll: 'Показати всі статті',
  empty: 'Статей ще немає. Із запитанням зверніться до контактного центру.',
  list: 'Статті порадника',
  updated: 'Оновлено {date}',
  noteMark: 'Зверніть увагу',
  ask: 'Не знайшли відповіді?',
  askLead: 'Контактний центр допоможе:',
  loading: 'Завантажуємо порадник…',
  failed: 'Не вдалося показати порадник',
} as const;
