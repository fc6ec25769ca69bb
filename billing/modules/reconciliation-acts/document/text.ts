import type { ReconciliationRow } from '#billing/api/reconciliation-acts.ts';
import { providerName } from '#billing/document/words.ts';
import { monthName } from '#domain/time/month-names.template.ts';

/** Texts of the reconciliation act. */
export const words = {
  title: 'Акт звірки взаємних розрахунків',
  forMonth: (month: string) => `за ${month}`,
  forMonths: (from: string, to: string) => `за період: ${from} – ${to}`,
  madeOn: (date: string) => `Складено ${date}. Суми в гривнях, з ПДВ.`,
  subject: (account: string, customer: string) => `Особовий рахунок ${account}, ${customer}`,
  supplier: 'Постачальник',
  customer: 'Споживач',
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  taxCode: (code: string) => `РНОКПП ${code}`,
  account: (account: string) => `Особовий рахунок ${account}`,
  contract: (number: string, date: string) => `Договір № ${number} від ${date}`,
  statement:
    'Сторони звірили розрахунки за спожиту електричну енергію за даними постачальника. Акти про порушення обліковуються окремо й сюди не входять.',
  columns: ['Дата', 'Документ', 'Нараховано (дебет)', 'Сплачено (кредит)', 'Залишок'],
  opening: (date: string) => `Залишок на ${date}`,
  carried: 'Перенесено з попереднього аркуша',
  turnover: 'Обороти за період',
  closing: (date: string) => `Залишок на ${date}`,
  debt: (date: string, customer: string, supplier: string, sum: string) =>
    `На ${date} заборгованість споживача (${customer}) на користь постачальника (${supplier}) становить ${sum} грн.`,
  credit: (date: string, customer: string, sum: string) =>
    `На ${date} переплата споживача (${customer}) становить ${sum} грн.`,
  even: (date: string) => `На ${date} взаємної заборгованості немає.`,
  debtWord: 'борг',
  creditWord: 'переплата',
  nothingMoved: 'За цей період нарахувань і сплат не було.',
  signatures: 'Підписи сторін',
  signature: 'Підпис, прізвище та ініціали, дата',
  sheet: (account: string, number: number) => `Акт звірки, рахунок ${account}, аркуш ${number}`,
  documents: {
    opening: () => 'Вхідний залишок',
    charge: ({ period, billNumber }: ReconciliationRow) =>
      billNumber === null
        ? `Нараховано за ${monthOfYear(period)}`
        : `Рахунок за ${monthOfYear(period)}, №\u00a0${billNumber}`,
    recalculation: ({ period }: ReconciliationRow) => `Перерахунок, ${monthOfYear(period)}`,
    benefit: ({ period }: ReconciliationRow) => `Пільга за ${monthOfYear(period)}`,
    correction: ({ period }: ReconciliationRow) => `Коригування, ${monthOfYear(period)}`,
    payment: ({ provider }: ReconciliationRow) => `Сплачено, ${providerName(provider ?? '')}`,
    reversal: ({ provider }: ReconciliationRow) =>
      provider === null ? 'Сторно' : `Повернення платежу, ${providerName(provider)}`,
  },
} as const;

/** "2026-10" → "жовтень 2026". */
export function monthOfYear(period: string): string {
  return `${monthName(period)}\u00a0${period.slice(0, 4)}`;
}
