import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';
import { text as form } from '#web/lib/form-text.ts';

/** Texts of the payment history. */
export const text = {
  loading: 'Завантажуємо оплати…',
  failed: 'Не вдалося показати оплати',
  retry: common.retry,
  caption: 'Оплати, найновіші перші',

  filter: 'Які оплати показати',
  period: cabinet.period,
  periods: { thisYear: cabinet.thisYear, lastYear: cabinet.lastYear, all: cabinet.wholeTime },
  from: cabinet.fromSum,
  to: cabinet.toSum,
  purpose: cabinet.forWhat,
  purposeAny: 'За все',
  state: cabinet.state,
  stateAny: cabinet.any,
  stateChoices: { inTransit: cabinet.inTransit, done: 'Зараховані', failed: 'Не відбулися або повернені' },
  conditions: 'Дати, призначення і стан',
  apply: form.show,
  clear: cabinet.reset,

  found: cabinet.found,
  sumPaid: cabinet.paid,
  sumInTransit: cabinet.inTransit,
  count: '{n} {n|оплата|оплати|оплат}',
  abandoned: 'Не завершені · {n}',
  abandonedCaption: 'Оплати, які почали й не завершили, найновіші перші',
  shown: cabinet.shownOf,
  more: cabinet.showMore,
  moreBusy: cabinet.loading,

  files: 'Зберегти оплати файлом',
  formats: { xlsx: 'XLSX', csv: 'CSV' },
  filesBusy: cabinet.preparing,
  filesWait: cabinet.fileWaits,
  filesCut: 'У файл потраплять найновіші 10 000. Щоб зберегти всі, поділіть період.',

  emptyTitle: 'Оплат ще немає',
  empty: 'Щойно ви сплатите рахунок, оплата з’явиться тут разом зі своїм станом.',
  noneTitle: 'За цими умовами оплат немає',
  none: cabinet.widerPeriod,
  showAll: 'Показати всі оплати',

  date: 'Дата',
  provider: cabinet.method,
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
