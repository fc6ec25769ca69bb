import { type BillingPeriod, formatPeriod } from '#domain/time/billing-period.ts';

/** Texts of invoices and acts of acceptance. */
export const words = {
  titles: {
    supplier: 'Рахунок за електричну енергію',
    operator: 'Рахунок за реактивну електроенергію',
  },
  actTitles: {
    supplier: 'Акт приймання-передачі електричної енергії',
    operator: 'Акт наданих послуг із перетікань реактивної електроенергії',
  },
  number: (number: string, date: string) => `№ ${number} від ${date}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  seller: { supplier: 'Постачальник', operator: 'Оператор системи розподілу' },
  customer: 'Споживач',
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  vatNumber: (code: string) => `ІПН ${code}`,
  account: (account: string) => `Особовий рахунок ${account}`,
  iban: (iban: string, bank: string) => (bank === '' ? iban : `${iban}, ${bank}`),
  signer: (post: string, name: string, ground: string) =>
    [`${post} ${name}`.trim(), ground === '' ? '' : `діє на підставі: ${ground}`].filter(Boolean).join(', '),
  contract: 'Договір',
  contractValue: (number: string, date: string) => `№ ${number} від ${date}`,
  payTo: { supplier: 'Рахунок зі спеціальним режимом використання', operator: 'Рахунок для оплати' },
  purpose: 'Призначення платежу',
  toPay: 'До сплати',
  nothingToPay: 'Сплачувати не потрібно',
  dueOn: (date: string) => `до ${date}`,
  hryvnia: 'грн',
  openNow: (date: string, sum: string) => `На ${date} за цим рахунком лишилося ${sum} грн. Код — на цю суму.`,
  lines: 'Нараховано',
  lineColumns: { kWh: ['За що', 'кВт·год', '', 'Сума, грн'], kvarh: ['За що', 'квар·год', '', 'Сума, грн'] },
  prices: { net: 'Ціна без ПДВ, грн', gross: 'Ціна з ПДВ, грн' },
  source: (source: string, date: string | null) => (date === null ? source : `${source}, діє з ${date}`),
  forMonth: (name: string, month: string) => `${name} за ${month}`,
  net: 'Разом без ПДВ',
  vat: 'ПДВ 20 %',
  gross: 'Усього з ПДВ',
  balance: 'Розрахунки',
  balanceColumns: ['', 'Сума, грн'],
  opening: { debt: 'Борг на початок місяця', advance: 'Аванс на початок місяця' },
  paid: 'Сплачено за місяць, разом з авансами',
  otherChanges: 'Коригування',
  charged: 'Нараховано за цим рахунком',
  closing: { debt: 'До сплати', advance: 'Аванс на кінець місяця' },
  planned: (parts: string) => `Планові платежі за договором: ${parts}.`,
  plannedPart: (date: string, sum: string) => `до ${date} — ${sum} грн`,
  points: 'Розшифровка за точками обліку',
  pointColumns: [
    'Об’єкт і точка',
    'Лічильник, показання',
    'Облік',
    'Втрати',
    'Субсп.',
    'До сплати',
    'Сума, грн',
  ],
  reactiveColumns: [
    'Об’єкт і точка',
    'Лічильник, показання',
    'Активна',
    'Спожито R+',
    'Віддано R−',
    'Сума, грн',
  ],
  held: 'перевіряємо обсяг: субспоживачі взяли більше',
  voltage: (voltageClass: number) => `${voltageClass} клас напруги`,
  meter: (serial: string, register: string) => (register === '' ? `№ ${serial}` : `№ ${serial}, ${register}`),
  dial: (from: string, to: string, coefficient: number) =>
    coefficient === 1 ? `${from} → ${to}` : `${from} → ${to}, × ${coefficient}`,
  noReading: 'показання немає',
  statement: {
    supplier: (seller: string, customer: string, month: string) =>
      `${seller} поставив, а ${customer} прийняв електричну енергію за ${month} за договором, названим нижче.`,
    operator: (seller: string, customer: string, month: string) =>
      `${seller} забезпечив, а ${customer} прийняв перетікання реактивної електроенергії за ${month}.`,
  },
  inWords: (sum: string) => `Усього: ${sum}.`,
  ofItVat: (sum: string) => `Зокрема ПДВ 20 %: ${sum} грн.`,
  noClaims: 'Послуги надано в повному обсязі. Сторони претензій одна до одної не мають.',
  breakdown: (number: string) => `Обсяги за точками обліку — у рахунку № ${number}.`,
  signatures: 'Підписи сторін',
  signature: 'Посада, підпис, М. П.',
  sheet: (number: string, page: number) => `№ ${number}, аркуш ${page}`,
} as const;

export const registerNames: Readonly<Record<string, string>> = {
  single: '',
  day: 'день',
  night: 'ніч',
  peak: 'пік',
  halfPeak: 'напівпік',
  export: 'A−',
  reactiveImport: 'R+',
  reactiveExport: 'R−',
};

/** What a payer writes as the purpose when paying the operator for reactive energy. */
export function reactivePurpose(accountNumber: string, period: BillingPeriod): string {
  return `Реактивна електроенергія, о/р ${accountNumber}, ${formatPeriod(period)}`;
}
