import type { Zone } from '#domain/tariffs/tariff.ts';
import type { ReceiptState } from './receipt-pdf-view.ts';

/** Texts of the reading receipt. */
export const words = {
  title: 'Квитанція про показання',
  number: (number: string, given: string) => `№ ${number} від ${given}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  account: 'Особовий рахунок',
  customer: 'Споживач',
  address: 'Адреса',
  meter: 'Лічильник',
  meterValue: (serial: string, type: string) => `№ ${serial}, ${type}`,
  taken: 'Записано',
  given: 'Передано',
  effective: 'Станом на',
  period: 'За період',
  reason: 'Причина виправлення',
  state: 'Стан',
  underReviewBy: (day: string) => `На перевірці до ${day}`,
  values: 'Показання',
  columns: ['Зона', 'Попереднє', 'Передане', 'кВт·год'],
  previous: (value: string, day: string) => `${value} від ${day}`,
  total: 'Спожито',
  totalOfMonth: (month: string) => `Усього за ${month}`,
  sum: 'Вартість',
  sumValue: (sum: string) => `${sum} грн`,
  sumUnknown: 'Суму покаже рахунок.',
  sumNote: 'Вартість спожитого за цими показаннями. Скільки сплатити, покаже рахунок за період.',
  contacts: (contacts: string) => `Запитання щодо показань: ${contacts}`,
} as const;

export const stateNames: Readonly<Record<ReceiptState, string>> = {
  accepted: 'Прийнято',
  underReview: 'На перевірці',
  rejected: 'Відхилено після перевірки',
  superseded: 'Замінено виправленим показанням',
};

export const zoneNames: Readonly<Record<Zone, string>> = {
  single: 'Уся доба',
  day: 'День',
  night: 'Ніч',
  peak: 'Пік',
  halfPeak: 'Напівпік',
};
