import type { ReconciliationRow } from '#billing/api/reconciliation-acts.ts';
import { providerName } from '#billing/document/words.ts';
import { tableOf } from '#domain/table-of.ts';
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
  documents: {
    opening: () => 'Вхідний залишок',
    charge: ({ period, billNumber }: ReconciliationRow) =>
      billNumber === null
        ? `Нараховано за ${monthOfYear(period)}`
        : `Рахунок за ${monthOfYear(period)}, №\u00a0${billNumber}`,
    recalculation: ({ period }: ReconciliationRow) => `Перерахунок, ${monthOfYear(period)}`,
    benefit: ({ period }: ReconciliationRow) => `Пільга за ${monthOfYear(period)}`,
    correction: ({ period }: ReconciliationRow) => `Коригування, ${monthOfYear(period)}`,
    compensation: () => 'Компенсація за порушення строку відповіді',
    payment: ({ provider }: ReconciliationRow) => `Сплачено, ${providerName(provider ?? '')}`,
    reversal: ({ provider }: ReconciliationRow) =>
      provider === null ? 'Сторно' : `Повернення платежу, ${providerName(provider)}`,
  },
} as const;

/** "2026-10" → "жовтень 2026". */
export function monthOfYear(period: string): string {
  return `${monthName(period)}\u00a0${period.slice(0, 4)}`;
}

interface Entry {
  readonly kind: string;
  readonly period: string;
  readonly number: string | null;
}

const numbered = (name: string, number: string | null) => (number === null ? name : `${name}, № ${number}`);

const entryNames: Readonly<Record<string, (entry: Entry) => string>> = tableOf({
  charge: ({ period, number }) => numbered(`Рахунок і акт за ${monthOfYear(period)}`, number),
  recalculation: ({ period }) => `Перерахунок, ${monthOfYear(period)}`,
  benefit: ({ period }) => `Пільга за ${monthOfYear(period)}`,
  correction: ({ period }) => `Коригування, ${monthOfYear(period)}`,
  compensation: () => 'Компенсація за порушення строку відповіді',
  payment: ({ number }) => numbered('Оплата', number),
  reversal: ({ number }) => numbered('Повернення', number),
  act: ({ number }) => numbered('Акт про порушення', number),
  reactive: ({ period, number }) => numbered(`Реактивна електроенергія за ${monthOfYear(period)}`, number),
  reactivePayment: () => 'Оплата оператору',
  opening: () => 'Вхідний залишок',
});

/** How an entry of a ledger is named in an act of a legal entity. */
export function entryName(entry: Entry): string {
  return entryNames[entry.kind]?.(entry) ?? entry.kind;
}

/** Texts of the reconciliation act of a legal entity. */
export const entityWords = {
  title: 'Акт звірки взаєморозрахунків',
  ledgers: {
    energy: 'за електричну енергію',
    reactive: 'за перетікання реактивної електричної енергії',
    violationActs: 'за актами про порушення',
  },
  period: (from: string, to: string) => `за період з ${from} по ${to}`,
  madeOn: (date: string) => `Складено ${date}. Суми в гривнях, з ПДВ.`,
  subject: (account: string, customer: string) => `Особовий рахунок ${account}, ${customer}`,
  sellers: { energy: 'Постачальник', reactive: 'Оператор системи розподілу', violationActs: 'Постачальник' },
  customer: 'Споживач',
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  specialAccount: (iban: string) => `Рахунок зі спеціальним режимом використання ${iban}`,
  iban: (iban: string) => `Рахунок ${iban}`,
  account: (account: string) => `Особовий рахунок ${account}`,
  statement: (seller: string, customer: string, number: string, date: string) =>
    `Ми, що нижче підписалися, ${seller} та ${customer}, склали цей акт про те, що стан взаємних розрахунків за договором № ${number} від ${date} за даними обліку такий:`,
  represented: (name: string, post: string, signer: string, ground: string) =>
    signer === ''
      ? name
      : `${name} в особі: ${`${post} ${signer}`.trim()}${ground === '' ? '' : `, підстава: ${ground}`}`,
  bySeller: (name: string) => `За даними: ${name}`,
  byCustomer: (name: string) => `За даними: ${name}`,
  columns: ['Дата', 'Документ', 'Дебет', 'Кредит', 'Дата', 'Документ', 'Дебет', 'Кредит'],
  opening: (date: string) => `Сальдо на ${date}`,
  turnover: 'Обороти за період',
  closing: (date: string) => `Сальдо на ${date}`,
  carried: 'Перенесено',
  debt: (date: string, name: string, sum: string, inWords: string) =>
    `На ${date} заборгованість на користь ${name} — ${sum} грн (${inWords}).`,
  noDebt: (date: string) => `На ${date} заборгованість відсутня.`,
  signatures: 'Підписи сторін',
  signature: 'Посада, підпис, М. П.',
} as const;
