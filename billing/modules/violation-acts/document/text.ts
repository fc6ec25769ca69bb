import { dateText } from '#billing/document/words.ts';
import { actStateWords } from '#domain/violation-acts/act-words.template.ts';

/** Texts of violation act documents. */
export const words = {
  titles: {
    act: 'Акт про порушення',
    calculation: 'Розрахунок за актом про порушення',
    bill: 'Рахунок за актом про порушення',
  },
  number: (number: string, date: string) => `№ ${number} від ${date}`,
  subject: (account: string) => `Особовий рахунок ${account}`,
  supplier: 'Постачальник',
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  customer: 'Споживач',
  account: (account: string) => `Особовий рахунок ${account}`,
  contract: (number: string, date: string) => `Договір № ${number} від ${date}`,
  eic: (code: string) => `EIC споживача ${code}`,
  facts: 'Обставини',
  clause: 'Порушення',
  drawnOn: 'Складено',
  servedOn: 'Вручено споживачу',
  hearingOn: 'Засідання комісії',
  protocol: 'Протокол комісії',
  protocolValue: (number: string, date: string | null) =>
    date === null ? `№ ${number}` : `№ ${number} від ${date}`,
  period: 'Період розрахунку',
  periodValue: (from: string, to: string, days: number | null) =>
    days === null ? `${from} – ${to}` : `${from} – ${to}, днів: ${days}`,
  kwh: 'Необліковано',
  kwhValue: (kwh: string) => `${kwh} кВт·год`,
  state: (date: string) => `Стан на ${date}`,
  states: {
    ...actStateWords,
    hearingSet: 'призначено засідання комісії',
    decided: 'розглянуто комісією',
  },
  unknown: 'не вказано',
  sums: 'Розрахунок',
  sumColumns: ['Показник', 'Сума, грн'],
  net: 'Вартість без ПДВ',
  vat: 'ПДВ',
  total: 'Разом',
  billColumns: ['За що', 'Сума, грн'],
  forAct: (number: string) => `За актом про порушення № ${number}`,
  ofThatVat: (sum: string) => `У тому числі ПДВ: ${sum} грн.`,
  paid: 'Сплачено',
  later: 'Частини, строк яких ще не настав',
  toPay: 'До сплати',
  hryvnias: (sum: string) => `${sum} грн`,
  payBefore: (date: string) => `Строк оплати за актом: до ${date}.`,
  nothingToPay: 'Сплачувати не потрібно: за актом нічого не заборговано.',
  details: 'Куди сплатити',
  recipient: 'Отримувач',
  iban: 'Рахунок',
  bank: 'Банк',
  code: 'Код отримувача',
  purpose: 'Призначення платежу',
  apart: 'Акт оплачується окремо: ця сума не входить до рахунку за електроенергію.',
  advance: (number: string) => `Сплачене за скасованим актом про порушення № ${number}`,
  advanceBack: (number: string) => `Повернуто оплату за скасованим актом про порушення № ${number}`,
  origin: (date: string) =>
    `Документ сформовано ${date} за даними постачальника. Підписаний примірник акта зберігається в оператора системи розподілу.`,
} as const;

/** Payment purpose, also in the QR code: names the act, so that the payment is not matched to energy. */
export function paymentPurpose(accountNumber: string, actNumber: string, drawnOn: string): string {
  return `Оплата за актом про порушення № ${actNumber} від ${dateText(drawnOn)}, о/р ${accountNumber}`;
}
