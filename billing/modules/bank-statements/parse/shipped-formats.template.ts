import type { StatementFormat } from '#billing/api/bank-statements.ts';

/** A bank's statement of an account: purpose and payer in words, the payer's number of each document. */
const bankStatement: StatementFormat = {
  name: 'bank-statement',
  title: 'Виписка банку',
  encoding: 'windows-1251',
  delimiter: ';',
  hasHeader: true,
  columns: {
    date: 'Дата операції',
    sum: 'Сума',
    purpose: 'Призначення платежу',
    payer: ['Платник', 'Рахунок платника'],
    documentNumber: 'Номер документа',
    currency: 'Валюта',
  },
  only: { column: 'Тип', words: ['кредит', 'К', 'Кт', 'C', 'Cr', 'credit'] },
  dateFormat: 'DD.MM.YYYY HH:mm:ss',
  decimalMark: ',',
  groupMark: ' ',
};

/** A day of a network of kiosks: the account in a column of its own, no number of the row. */
const kioskDaily: StatementFormat = {
  name: 'kiosk-daily',
  title: 'Реєстр мережі терміналів за день',
  encoding: 'utf-8',
  delimiter: ',',
  hasHeader: true,
  columns: { date: 'date', sum: 'amount', account: 'account', payer: ['payer'], purpose: 'comment' },
  dateFormat: 'YYYY-MM-DD',
  decimalMark: '.',
};

/** Formats that every supplier has from the beginning. */
export const shippedFormats: readonly StatementFormat[] = [bankStatement, kioskDaily];

/** How banks write that a row is no payment, where a format does not say. */
export const skippedWords: readonly string[] = [
  'дебет',
  'дб',
  'дт',
  'д',
  'debit',
  'dr',
  'dt',
  'd',
  'видаток',
  'списання',
];
