import type { ActState } from '#contract/values/violation-act.ts';
import { text as cabinet } from '../cabinet-text.ts';

/** States of a violation act. */
const actStates: Readonly<Record<ActState, string>> = {
  drawn: 'складено',
  served: 'вручено',
  hearingSet: 'призначено розгляд',
  decided: 'розглянуто',
  cancelled: 'скасовано',
  billed: 'рахунок виставлено',
  paid: cabinet.paidWord,
  partPaid: 'сплачено частково',
  instalments: 'сплачується частинами',
  disputed: 'оскаржується',
  overdue: cabinet.overdueWord,
};

/** Texts of documents that several features share. */
export const text = {
  kind: 'Вид',
  reactive: 'Реактивна електроенергія',
  register: 'Реєстр',
  difference: 'Різниця, грн',
  acts: '{n} {n|акт|акти|актів}',
  allActs: 'Усі акти',
  billCount: '{n} {n|рахунок|рахунки|рахунків}',
  withVat: 'Усього з ПДВ',
  withoutVat: 'Без ПДВ',
  vat: 'ПДВ 20 %',
  actPdf: 'Акт, PDF',
  monthZip: 'Усе за місяць, ZIP',
  volume: 'Обсяг',
  document: 'Документ',
  waitingAnswers: 'Чекають відповіді: {n}',
  waitsAnswer: 'чекає відповіді',
  answered: 'відповіли',
  allYears: 'Усі роки',
  partlyPaid: actStates.partPaid,
  made: actStates.drawn,
  sent: 'надіслано',
  sellerSigned: 'підписав постачальник',
  youSigned: 'підписали ви',
  bothSigned: 'підписали обидві сторони',
  drawn: 'Складено',
  reason: 'Причина',
  supplierAnswer: 'Відповідь постачальника, {moment}',
  noAnswerYet: 'Постачальник ще не відповів.',
  madeActs: 'Складені акти',
  madeActsFailed: 'Не вдалося показати складені акти',
  making: 'готуємо',
  makingFailed: 'скласти не вдалося',
  actStates,
} as const;
