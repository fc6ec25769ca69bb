import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the reports; those of one report are in its declaration. */
export const text = {
  product: common.product,
  title: common.reports,
  list: 'Звіти про роботу кабінету',
  all: 'Усі звіти',
  loading: 'Рахуємо звіт…',
  failed: 'Не вдалося показати звіт',
  tooMuchTitle: 'Звіт не пораховано',
  filter: 'Умови звіту',
  conditions: 'Період, умови й порядок',
  from: cabinet.fromSum,
  to: cabinet.toSum,
  sort: 'Порядок',
  usualSort: 'Звичайний',
  ascending: '{title}, від меншого',
  descending: '{title}, від більшого',
  period: 'За {from} – {to}',
  count: '{n} {n|рядок|рядки|рядків}',
  asOf: 'Станом на {time}',
  files: 'Зберегти звіт файлом',
  filesCut: 'У файл потраплять перші 10 000 рядків. Щоб зберегти всі, звузьте умови.',
  noneTitle: 'Записів немає',
  none: 'За ці дні й умови нічого не записано. Спробуйте інший період або приберіть умови.',
  total: cabinet.total,
  percent: '{percent}\u00a0%',
  ms: '{ms}\u00a0мс',
  chartNote: 'Ті самі числа — в таблиці нижче.',
} as const;
