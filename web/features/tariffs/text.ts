import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the tariff history. */
export const text = {
  now: 'Зараз за кіловат-годину',
  nowNone: 'Сьогодні ціни не визначено',
  unit: common.hryvnia,
  perKwh: 'грн/кВт·год',
  since: 'діє з {from}',
  fromTo: '{from} – {to}',
  fromOn: cabinet.sinceFrom,
  basis: cabinet.basis,
  tariff: cabinet.tariff,
  validity: cabinet.inForce,
  zones: {
    single: cabinet.wholeDay,
    day: cabinet.day,
    night: cabinet.night,
    peak: cabinet.peak,
    halfPeak: cabinet.halfPeak,
  },
  hours: {
    single: '',
    day: '07–23',
    night: '23–07',
    peak: '08–11, 20–22',
    halfPeak: '07–08, 11–20, 22–23',
  },
  openLaw: '{act} (нова вкладка)',

  chart: 'Як змінювалася ціна',
  chartIn: 'Як змінювалася ціна: {zone}',
  withTax: 'Гривень за 1 кВт·год, з ПДВ',
  beforeZones: 'Гривень за 1 кВт·год, з ПДВ, без коефіцієнтів зон',
  lines: { rest: 'великий обсяг', first: 'малий обсяг', middle: 'середній обсяг' },
  linesOfSeason: { rest: 'звичайна ціна', first: 'у сезон опалення' },
  season: 'сезон опалення',
  offSeason: 'поза сезоном опалення',

  any: 'будь-який обсяг',
  upTo: 'до {upTo} кВт·год',
  between: 'від {above} до {upTo} кВт·год',
  above: 'понад {above} кВт·год',
  wholeUpTo: 'весь обсяг, якщо до {upTo} кВт·год',
  wholeBetween: 'весь обсяг, якщо від {above} до {upTo} кВт·год',
  wholeAbove: 'весь обсяг, якщо понад {above} кВт·год',
  inSeason: 'до {upTo} кВт·год, з {from} по {to}',
  offOrAbove: 'решта і поза сезоном',

  filter: 'Відбір тарифів',
  year: cabinet.year,
  zone: cabinet.zone,
  allYears: documents.allYears,
  allZones: 'Усі зони',
  clear: cabinet.clear,

  table: 'Усі зміни',
  tableOfYear: 'Зміни за {year} рік',
  dates: 'Коли діє',
  volume: 'Обсяг за місяць',
  price: 'Ціна, грн/кВт·год',
  future: 'ще не діє',
  current: 'діє зараз',
  noneInYear: 'За {year} рік змін немає. Оберіть інший рік або покажіть усі.',

  files: 'Зберегти історію тарифів',
  xlsx: 'XLSX',
  csv: 'CSV',
  fileBusy: cabinet.preparing,
  offline: 'Файл можна буде зберегти, коли з’явиться мережа.',

  atPrices: 'За якими цінами',
  pricePair: 'день {day}, ніч {night} грн/кВт·год',
  toTariffs: 'Уся історія тарифів',

  loading: 'Завантажуємо тарифи…',
  failed: 'Не вдалося показати тарифи',
  empty: 'Тариф цього об’єкта ще не внесено. Він з’явиться тут, щойно постачальник його визначить.',
} as const;
