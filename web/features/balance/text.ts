import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the balance. */
export const text = {
  toPay: cabinet.toPay,
  unit: common.hryvnia,
  overpaid: cabinet.overpaid,
  inTransit: cabinet.inTransit,
  inTransitUntil: 'надійде до {date}',
  toTransit: 'Де зараз гроші',
  acts: 'Борг за актами',
  expected: 'Очікуваний рахунок за {month}',
  noForecast: 'Прогнозу на цей місяць немає. {why}',
  loading: 'Завантажуємо баланс…',
  failed: 'Не вдалося показати баланс',
  incomplete: 'Баланс зараз неповний: дані ще оновлюються. Спробуйте трохи згодом.',
  act: 'Акт № {number} від {date}:',
  actDue: 'Сплатити до {date}',
  payAct: cabinet.payAct,
  toActs: 'До актів',
  unpaidActsHint: 'Акти не входять до суми «До сплати»: за них платять окремо.',
} as const;
