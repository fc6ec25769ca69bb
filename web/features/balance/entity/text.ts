import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';
import { text as balance } from '../text.ts';

/** Texts of the balances of a legal entity. */
export const text = {
  unit: common.hryvnia,
  toPay: cabinet.toPay,
  overpaid: cabinet.overpaid,
  inTransit: cabinet.inTransit,
  failed: balance.failed,
  on: 'Станом на кінець дня',
  ofDay: 'На {date}',
  pay: cabinet.pay,
  debts: 'Борги за видами',
  kind: cabinet.forWhat,
  payee: 'Кому',
  debt: 'Борг',
  over: cabinet.overpaid,
  energy: 'Активна електроенергія',
  reactive: 'Реактивна електроенергія',
  acts: common.violationActs,
  supplier: cabinet.supplier,
  reactiveNote: 'За реактивну електроенергію платять оператору системи розподілу за його рахунком.',
  advances: 'Планові платежі за {month}',
  part: 'Частина',
  dueOn: 'Сплатити до',
  sum: cabinet.sumInHryvnias,
  planned: 'Заплановано',
  paid: 'Сплачено цього місяця: {sum}',
  late: 'Що коштувало б прострочення',
  lateNote:
    'Це довідка за ставками договору й опублікованими індексами. До рахунків ці суми не входять, доки постачальник не вирішить інакше.',
  noLate: 'Прострочених рахунків немає.',
  invoice: common.bill,
  days: 'Днів',
  threePercent: 'Відсотки річних',
  inflation: 'Інфляція',
  penalty: 'Пеня',
  total: cabinet.total,
} as const;
