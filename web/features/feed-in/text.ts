import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the green tariff. */
export const text = {
  loading: cabinet.actsLoading,
  failed: cabinet.feedInFailed,

  cardName: common.greenTariff,
  cardTitle: 'Зелений тариф за {month}',
  got: 'Вам до виплати',
  gotInYear: 'За {year} рік виплачено {sum}',

  year: cabinet.year,
  toBePaid: 'До виплати за {year} рік',
  allPaidOut: 'усе виплачено',
  paidOut: 'виплачено {sum}',
  nothingPaidOut: 'ще не виплачено',
  howMuch:
    'За {kwh}, відданих у мережу, нараховано {amount}. Утримано податок на доходи фізичних осіб ({tax}) і військовий збір ({levy}).',
  nothingExported: 'За цей рік у мережу нічого не віддано.',
  payTo: 'Платимо на рахунок {iban}, отримувач — {recipient}.',

  files: 'Зберегти акти за рік таблицею',
  formats: { xlsx: 'XLSX', csv: 'CSV' },
  filesBusy: cabinet.preparing,
  filesWait: cabinet.fileWaits,

  chart: 'Вироблено й віддано, кВт·год',
  chartName: 'Вироблено й віддано за місяцями',
  unit: 'кВт·год віддано в мережу',
  usedAtHome: 'Використано вдома',
  exported: 'Віддано в мережу',
  fromGrid: 'Спожито з мережі',
  details: 'вироблено {generated} · використано вдома {home} · спожито з мережі {fromGrid}',
  noAct: 'акта немає',
  spoken: '{period}: віддано {exported}, {details}',
  table: cabinet.showAsTable,
  tableCaption: 'Енергія за місяцями, кВт·год',
  month: cabinet.month,
  generated: 'Вироблено',

  acts: 'Акти приймання-передачі',
  actNumber: '№\u00a0{number}',
  actDate: 'від\u00a0{date}',
  amount: 'За {kwh}\u00a0×\u00a0{price}',
  incomeTax: 'Утримано податок на доходи, {percent}\u00a0%',
  militaryLevy: 'Утримано військовий збір, {percent}\u00a0%',
  nothingSold: 'У мережу нічого не віддано: усе вироблене використано вдома.',
  states: {
    paid: 'виплачено {date}',
    waiting: 'очікує виплати',
    nothing: 'виплачувати нічого',
  },
  pdf: 'PDF',
  pdfName: 'Зберегти акт за {period}, PDF',
  pdfBusy: cabinet.preparing,

  noneOfYear: 'За {year} рік актів немає. Оберіть інший рік.',
  emptyTitle: cabinet.noActs,
  empty:
    'Щойно мине перший місяць, за який порахують віддану в мережу енергію, акт з’явиться тут разом із сумою до виплати.',
  notSellingTitle: 'За цим об’єктом енергія не продається',
  notSelling:
    'Зелений тариф — для домогосподарств зі своєю генеруючою установкою, наприклад сонячними панелями. Те, що віддано в мережу, купує постачальник: щомісяця складає акт і платить на банківський рахунок.',
  notSellingNext: 'Тут будуть акти, щойно ви укладете договір і почнете віддавати енергію в мережу.',
  guide: 'Про активного споживача',
} as const;
