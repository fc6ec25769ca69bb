import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the calculation. */
export const text = {
  months: 'Місяць розрахунку',
  loading: cabinet.calculating,
  failed: 'Не вдалося показати розрахунок',
  notCurrent: 'Дані не оновлено: {message}',

  soFar: 'Нараховано станом на {date}',
  unit: common.hryvnia,
  total: '{kwh} за {days}',
  days: '{count} {count|день|дні|днів}',
  basis: {
    actual: 'За показаннями лічильника',
    brought: 'За показаннями, далі за середнім',
    estimated: 'За середнім споживанням, без показань',
  },
  preliminary: 'Це ще не рахунок: його складемо, коли місяць закриється.',
  closedTo: {
    takenByOperator: 'Показання знімає оператор системи розподілу: передавати нічого не потрібно.',
    substation: 'Лічильник стоїть у підстанції, показання надходять без вас: передавати нічого не потрібно.',
    inputBlocked:
      'Введення показань тимчасово заблоковано. Куди й до коли надіслати фото лічильника, сказано в розділі «Показання».',
  },

  strip: '{period}: за показаннями {read}, без показань {average}, попереду {ahead}',
  legend: { read: 'за показаннями', average: cabinet.withoutReading, ahead: 'попереду' },

  registersTitle: cabinet.meter,
  registersCaption: 'Що нарахував кожен лічильник і звідки це відомо',
  colMeter: cabinet.meter,
  colValues: cabinet.beforeAfter,
  colKwh: common.kwh,
  zones: {
    single: '',
    day: cabinet.day,
    night: cabinet.night,
    peak: cabinet.peak,
    halfPeak: cabinet.halfPeak,
  },
  noValue: 'ще немає',
  how: {
    actual: '{span}, фактично',
    brought: '{span}, далі за середнім',
    estimated: '{span}, за середнім',
  },
  span: '{from}–{to}',

  linesTitle: cabinet.charges,
  linesCaption: 'Кіловат-години, ціна, коефіцієнт і сума за кожним тарифом',
  colLine: cabinet.forWhat,
  colSum: cabinet.sumInHryvnias,
  energy: cabinet.energy,
  recalculation: cabinet.recalculation,
  benefit: cabinet.benefit,
  linesTotal: cabinet.total,
  nothing: 'Споживання ще немає: за ці дні лічильник стояв.',

  ready: 'Рахунок за {month} готовий',
  openBill: 'Відкрити рахунок за {month}',
  verification: 'Оператор перевіряє показання',
  contract: 'Змінюються умови договору',
  group: 'Чекаємо на показання групи',
  closing: 'Місяць закривається',
  callCentre: cabinet.callCentreKnows,
  none: 'За {month} нарахувань немає',
  noneWhy: 'Так буває, коли місяць іще не почався, коли лічильника немає або коли договір закінчився.',
  allBills: cabinet.allBills,
} as const;
