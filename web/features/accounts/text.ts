import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the objects of a person. */
export const text = {
  account: cabinet.accountShort,
  myObjects: 'Мої об’єкти',
  chooseObject: 'Оберіть об’єкт',
  chosen: cabinet.chosenWord,
  add: common.addObject,
  toPay: cabinet.toPay,
  overpaid: cabinet.overpaid,
  noDebt: cabinet.noDebt,
  acts: 'Акти порушень {sum}',
  asksReading: 'чекає показання',
  search: cabinet.findObject,
  searchHint: 'Назва, адреса або особовий рахунок',
  clear: cabinet.clear,
  found: 'Знайдено {count} із {all}',
  nothingFound: 'Такого об’єкта тут немає.',
  which: 'Які об’єкти показувати',
  all: 'Усі · {count}',
  owing: 'З боргом · {count}',
  asking: 'Чекають показання · {count}',
  switcherLabel: cabinet.object,
  choiceFailed: cabinet.choiceFailed,
} as const;
