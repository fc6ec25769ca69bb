import { formatDate, type LocalDate } from '#domain/time/local-date.ts';

/** Words of the bill document. */
export const words = {
  title: 'Рахунок за електроенергію',
  number: (number: string, issuedOn: string) => `№ ${number} від ${issuedOn}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  purpose: 'Призначення платежу',
  contract: 'Договір',
  contractValue: (number: string, date: string) => `№ ${number} від ${date}`,
  specialAccount: 'Рахунок зі спеціальним режимом використання',
  specialAccountNote: 'тільки для оплати електроенергії',
  supplier: 'Постачальник',
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  customer: 'Споживач',
  account: 'Особовий рахунок',
  objectCode: 'Код об’єкта',
  eic: 'EIC споживача',
  tariff: 'Тариф',
  toPay: 'До сплати',
  dueOn: (date: string) => `Сплатіть до ${date}`,
  currency: 'грн',
  nothingToPay: 'Сплачувати не потрібно',
  overpaid: (sum: string) => `Переплата ${sum} грн`,
  noDebt: 'Боргу немає',
  scan: 'Скануйте застосунком банку',
  qrAlt: (sum: string) => `QR-код Національного банку для оплати ${sum} грн`,
  hryvnia: '₴',
  meters: 'Показання лічильника',
  meterColumns: ['Лічильник', 'Зона', 'Попереднє', 'Поточне', 'кВт·год', 'На підставі'],
  meter: (serial: string, type: string) => `${serial} · ${type}`,
  multiplied: (coefficient: number) => `× ${coefficient}`,
  measuredFrom: (date: string) => `з ${date}`,
  measuredThrough: (date: string) => `по ${date}`,
  noMeters: 'У цьому періоді лічильник не враховувався.',
  charges: 'Нарахування',
  chargeColumns: ['За що', 'Період', 'кВт·год', 'Ціна, грн', 'Коефіцієнт', 'Сума, грн'],
  recalculation: (zone: string) => `Перерахунок: ${zone.toLocaleLowerCase('uk')}`,
  benefit: 'Пільга',
  sumOfBill: 'Разом за період',
  vat: (sum: string) => `У нарахованому — ПДВ 20 %: ${sum} грн.`,
  balance: 'Розрахунки',
  balanceOn: (date: string, isDebt: boolean) => `${isDebt ? 'Борг' : 'Переплата'} на ${date}`,
  charged: 'Нараховано',
  recalculated: 'Перерахунок',
  paid: 'Сплачено',
  payments: (list: string) => `Оплати: ${list}.`,
  payment: (date: string, sum: string, provider: string) => `${date} — ${sum} грн (${provider})`,
  estimated:
    'Фактичних показань не було: спожите пораховано за середньодобовим споживанням. Передайте показання — і ми зробимо перерахунок.',
  chart: 'Споживання за 13 місяців, кВт·год',
  chartLegend: 'контур — той самий місяць торік',
  chartAlt: (months: string) => `Споживання за місяцями, кВт·год: ${months}`,
  chartMonth: (month: string, kwh: number, lastYear: number | null) =>
    lastYear === null ? `${month} — ${kwh}` : `${month} — ${kwh} (торік ${lastYear})`,
  contacts: 'Маєте запитання?',
  contactsText:
    'Не згодні з рахунком — напишіть або зателефонуйте нам. Відповімо протягом 5 робочих днів. Далі можна звернутися до Енергетичного омбудсмена або НКРЕКП.',
  slip: 'Відривний талон',
  slipSum: 'Сума, грн',
  slipPeriod: 'Період',
  slipSignature: 'Підпис і дата',
  slipReadings: 'Показання на кінець періоду',
  page: (number: string) => `Рахунок № ${number}`,
} as const;

export const zoneNames = {
  single: 'Загальна',
  day: 'День',
  night: 'Ніч',
  peak: 'Пік',
  halfPeak: 'Напівпік',
} as const;

export const basisNames = {
  actual: 'показання',
  brought: 'показання, приведене до 1-го числа',
  estimated: 'розрахунок за середньодобовим',
} as const;

const providerNames: Readonly<Record<string, string>> = {
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
};

/** The name of a way to pay; money that came past the cabinet came through a bank. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? 'банк';
}

const months = [
  'січень',
  'лютий',
  'березень',
  'квітень',
  'травень',
  'червень',
  'липень',
  'серпень',
  'вересень',
  'жовтень',
  'листопад',
  'грудень',
] as const;

/** "жовтень 2026 року" of "2026-10". */
export function monthOfYear(period: string): string {
  return `${months[Number(period.slice(5)) - 1]} ${period.slice(0, 4)} року`;
}

/** "жов" of "2026-10". */
export function shortMonth(period: string): string {
  return months[Number(period.slice(5)) - 1]?.slice(0, 3) ?? '';
}

/** "31.10.2026" of a date on the wire. */
export function dateText(date: string): string {
  return formatDate(date as LocalDate);
}

/** Phones and addresses with numbers that don't fall apart at the end of a line. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[\d(])/g, '\u00a0');
}
