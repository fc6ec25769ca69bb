import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the accounts of an entity. */
export const text = {
  product: common.product,
  title: 'Об’єкти компанії',
  choose: 'Оберіть об’єкт, щоб передати показання.',
  chosenLead: 'Обрано о/р {account}. Оберіть інший об’єкт або перейдіть до показань.',
  counts: cabinet.objectCounts,
  account: cabinet.accountShort,
  chosen: cabinet.chosenWord,
  clear: 'Скасувати вибір',
  choiceFailed: cabinet.choiceFailed,
  clearFailed: 'Вибір скасовано лише на цьому пристрої.',
  listFailed: 'Не вдалося оновити список об’єктів',
  noAccounts: 'У кабінеті немає жодного чинного рахунку',
  noAccountsHelp: 'Зателефонуйте до контактного центру: оператор перевірить договір вашої компанії.',
  meter: cabinet.meter,
  meters: cabinet.meters,
} as const;
