import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';
import { text as balance } from '../text.ts';

/** Texts of the balance of a legal entity. */
export const text = {
  loading: balance.loading,
  failed: balance.failed,
  unit: common.hryvnia,
  toPay: 'До сплати за електроенергію',
  overpaid: 'Переплата за електроенергію',
  debtOn: 'Борг за електроенергію на {date}',
  overpaidOn: 'Переплата за електроенергію на {date}',
  inTransit: 'У дорозі {sum}: як борг уже не рахується.',
  pay: cabinet.pay,
  payAhead: cabinet.payAhead,
  remind: cabinet.remind,
  past: 'Сплатити можна сьогоднішній борг.',

  day: cabinet.asOf,
  show: 'Показати баланс',
  today: 'Сьогодні',

  kinds: 'Розрахунки за видами',
  kind: documents.kind,
  payee: cabinet.recipient,
  debt: 'Борг',
  over: cabinet.overpaid,
  energy: 'Активна електроенергія',
  reactive: documents.reactive,
  acts: common.violationActs,
  supplier: cabinet.supplier,
  actsNote: 'За актами сплачують у тій самій формі, окремим рядком.',
  reactiveNote: 'За реактивну енергію сплачують операторові мережі за реквізитами його рахунка.',

  planned: 'Планові платежі за {period}',
  plannedNote: 'Сплачено в цьому місяці {paid} із {planned}.',
  part: 'Платіж',
  partNumber: '№ {number}',
  due: 'Сплатити до',
  sum: cabinet.sum,
  state: cabinet.state,
  states: { paid: cabinet.paid, partly: 'Сплачено {sum}', late: 'Прострочено', ahead: 'Очікується' },

  late: 'Прострочені рахунки',
  lateNote:
    'Це довідка, а не рахунок: 3 % річних, інфляційні втрати й пеню постачальник виставляє лише окремим рішенням.',
  noneLate: 'Прострочених рахунків немає.',
  invoice: common.bill,
  days: 'Днів',
  threePercent: 'Річні, грн',
  inflation: 'Інфляція, грн',
  penalty: 'Пеня, грн',
  debtInHryvnias: 'Борг, грн',
  total: cabinet.total,
} as const;
