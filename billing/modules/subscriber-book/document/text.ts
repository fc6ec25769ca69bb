import { dateText } from '#billing/document/words.ts';

/** Texts of the subscriber book PDF. */
export const words = {
  title: (year: number) => `Абонентська книжка за ${year} рік`,
  account: (number: string) => `Особовий рахунок ${number}`,
  subject: (number: string, customer: string) => `Особовий рахунок ${number}, ${customer}`,
  customer: 'Споживач',
  address: 'Адреса',
  tariff: 'Тариф',
  meters: 'Лічильники',
  meter: 'Лічильник',
  meterFrom: (date: string) => `з ${date}`,
  meterTo: (from: string, to: string) => `${from} – ${to}`,
  madeOn: (date: string) => `Станом на ${date}. Суми в гривнях, з ПДВ.`,
  columns: [
    'Місяць',
    'Шкала',
    'Попереднє',
    'Поточне',
    'кВт·год',
    'Ціна за кВт·год',
    'Нараховано',
    'Перерахунок, пільга',
    'Сплачено',
    'На кінець місяця',
  ],
  unfinished: 'ще триває',
  carried: 'Перенесено',
  total: 'Разом',
  recalculated: 'перерахунок',
  benefit: 'пільга',
  debt: (sum: string) => `борг ${sum}`,
  credit: (sum: string) => `переплата ${sum}`,
  payment: (date: string, provider: string) => `${date} ${provider}`,
  part: (kwh: string, price: string) => `${kwh} × ${price}`,
  days: (from: string, to: string) => `(${from}–${to})`,
  serial: (serial: string) => `№ ${serial}`,
  multiplied: (coefficient: number) => `× ${coefficient}`,
  notYet: '—',
  note: 'Борг — те, що ще не сплачено; переплата — те, що сплачено наперед. За торішнім, за середнім або за нормою споживання місяць пораховано, коли прийнятих показань не було.',
} as const;

export const zoneNames = {
  single: 'Уся доба',
  day: 'День',
  night: 'Ніч',
  peak: 'Пік',
  halfPeak: 'Напівпік',
} as const;

/** Wire date → "31.10". */
export function dayText(date: string): string {
  return dateText(date).slice(0, 5);
}
