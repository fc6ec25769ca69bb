import { text as cabinet } from '#web/lib/cabinet-text.ts';

/** Texts of the payment history. */
export const text = {
  loading: 'Завантажуємо оплати…',
  failed: 'Не вдалося показати оплати',
  caption: 'Оплати, найновіші перші',

  filter: 'Які оплати показати',
  from: cabinet.from,
  to: cabinet.to,
  purpose: cabinet.forWhat,
  purposeAny: 'За все',
  state: cabinet.state,
  stateAny: cabinet.any,
  stateChoices: { inTransit: cabinet.inTransit, done: 'Зараховані', failed: 'Не відбулися або повернені' },
  conditions: 'Дати, призначення і стан',

  found: cabinet.found,
  sumPaid: cabinet.paid,
  sumInTransit: cabinet.inTransit,
  count: '{n} {n|оплата|оплати|оплат}',
  abandoned: 'Не завершені · {n}',
  abandonedCaption: 'Оплати, які почали й не завершили, найновіші перші',

  files: 'Зберегти оплати файлом',
  filesCut: 'У файл потраплять найновіші 10 000. Щоб зберегти всі, поділіть період.',

  emptyTitle: 'Оплат ще немає',
  empty: 'Щойно ви сплатите рахунок, оплата з’явиться тут разом зі своїм станом.',
  noneTitle: 'За цими умовами оплат немає',
  none: cabinet.widerPeriod,
  showAll: 'Показати всі оплати',

  date: cabinet.date,
  provider: cabinet.method,
  settled: 'Зараховано за',
  advance: cabinet.ahead,
  sum: cabinet.sum,
  again: 'Ще раз',
  repeat: cabinet.repeat,
  purposes: { energy: cabinet.energy, violationAct: cabinet.violationAct },
  actNumber: '№\u00a0{number}',
  states: {
    started: 'чекає на банк',
    sent: 'чекає на банк',
    confirmed: cabinet.inTransitWord,
    landed: 'надійшло',
    matched: cabinet.landed,
    failed: 'не відбулася',
    expired: 'не завершено',
    reversed: 'скасовано банком',
    refunded: 'повернено',
  },
  until: cabinet.untilDate,
} as const;
