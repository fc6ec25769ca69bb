import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the list of acts of law. */
export const text = {
  lead: 'Акти, на які спираються договір, показання, ціни й розрахунки. Чинну редакцію читайте на сайті Верховної Ради.',
  search: 'Знайти акт',
  searchHint: 'Назва або номер, наприклад: 312',
  clear: cabinet.clear,
  all: documents.acts,
  found: 'Знайдено {n} {n|акт|акти|актів}',
  nothing: cabinet.nothingFound,
  nothingTitle: cabinet.nothingForTerm,
  nothingHelp: 'Спробуйте номер акта без літер або одне слово з назви.',
  showAll: 'Показати всі акти',
  empty: 'Список ще порожній.',
  list: common.laws,
  number: '№ {number}',
  from: cabinet.fromDate,
  read: 'Відкрити текст',
  readOf: 'Відкрити текст: {title}, № {number} (сайт Верховної Ради, нова вкладка)',
  loading: 'Завантажуємо список…',
  failed: 'Не вдалося показати список актів',
} as const;
