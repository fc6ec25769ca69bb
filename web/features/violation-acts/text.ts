import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of violation acts. */
export const text = {
  loading: cabinet.actsLoading,
  failed: 'Не вдалося показати акти про порушення',

  list: 'Список актів про порушення',
  filter: 'Які акти показати',
  all: cabinet.all,
  unpaid: 'Неоплачені',
  nothingUnpaid: 'Неоплачених актів немає: ви нічого не винні за актами.',
  apart: 'Акти не входять до суми «До сплати» за електроенергію: за них платять окремо.',
  emptyNext:
    'Якщо оператор системи розподілу складе акт, він з’явиться тут: на якому етапі розгляд, скільки і до якого дня сплатити.',

  act: 'Акт № {number}',
  code: 'QR-код для оплати акта',
  codeLabel: 'QR-код Національного банку для оплати {sum} грн за актом № {number}',
  codeHint: cabinet.qrHint,
  purpose: 'Призначення платежу',
  copyPurpose: 'Копіювати призначення',
  copied: cabinet.copied,
  copyFailed: cabinet.copyFailed,
  drawnOn: cabinet.fromDate,
  states: documents.actStates,

  way: 'Шлях акта № {number}',
  steps: {
    drawn: documents.drawn,
    served: 'Вручено',
    hearing: 'Розгляд',
    decision: 'Рішення',
    bill: common.bill,
    paid: cabinet.paid,
    disputed: 'Оскаржується',
    cancelled: 'Скасовано',
  },
  until: cabinet.untilDate,

  next: {
    drawn: 'Далі акт вручать вам або надішлють поштою, а комісія оператора призначить день розгляду.',
    served: 'Далі комісія оператора призначить день розгляду й запросить вас.',
    hearingSet: 'Комісія розгляне акт {date}. Ви можете прийти й дати пояснення.',
    hearingSoon: 'Комісія розгляне акт і ухвалить рішення. Ви можете прийти й дати пояснення.',
    decided: 'Комісія ухвалила рішення. Рахунок з’явиться тут; поки що сплачувати нічого не потрібно.',
    cancelled: 'Акт скасовано: сплачувати за ним не потрібно.',
    disputed: 'Доки акт оскаржується, ми не просимо його сплатити.',
    dueOn: 'Сплатіть до {date}: це строк за актом. Можна й частинами.',
    part: 'Найближча частина — {sum} до {date}. Можна сплатити й більше.',
    due: 'Рахунок чекає на оплату. Можна й частинами.',
    overdueOn: 'Строк був {date}. Сплатіть якнайшвидше — можна й частинами.',
    overdue: 'Сплатіть якнайшвидше — можна й частинами.',
    paid: 'За актом сплачено повністю. Дякуємо!',
    inTransit: '{sum} в дорозі: банк підтвердив оплату, як борг ця сума не рахується.',
  },

  schedule: 'Сплата частинами',
  scheduleOf: 'Сплата частинами за актом № {number}',
  partOf: 'до {date} — {sum}',
  partAhead: 'ще не сплачено',
  partLeft: 'лишилося сплатити {sum}',

  owed: 'До сплати за актом',
  sum: 'Сума за актом',
  unpaidInAll: 'Лишилося всього',
  vat: 'У тому числі ПДВ',
  paid: cabinet.paid,
  inTransit: 'З них у дорозі',
  clause: 'Порушення',
  period: cabinet.forPeriod,
  periodValue: '{from}\u00a0– {to}',
  periodWithDays: '{from}\u00a0– {to} ({days})',
  days: '{count}\u00a0{count|день|дні|днів}',
  kwh: 'Необліковано',
  protocol: 'Протокол комісії',
  protocolOn: cabinet.numberOfDate,
  protocolNumber: '№ {number}',

  pay: cabinet.payAct,
  payWaits: 'Оплата чекає мережі.',
  files: 'Документи акта № {number}, PDF',
  papers: { act: 'Акт', calculation: common.calculation, bill: common.bill },
  fileBusy: cabinet.preparing,
  filesWait: 'Документи чекають мережі.',
} as const;
