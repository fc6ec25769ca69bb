import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';

export type NbuQrEncoding = 'utf-8' | 'windows-1251';

type NbuQrCommon = {
  encoding: NbuQrEncoding;
  recipient: string;
  /** Without spaces. Check digits are verified by `parseIban`, not here. */
  iban: string;
  /** Absent: the payer enters the sum. */
  amount?: Kopiykas | undefined;
  /** Code of the recipient: EDRPOU or RNOKPP. */
  recipientCode: string;
  purpose: string;
};

/** NBU № 11 of 01.02.2021. */
export type NbuQr002 = NbuQrCommon & { format: '002' };

/** Fields of format 003 that a payer may be allowed to change. */
export type NbuQrEditable =
  | 'recipient'
  | 'iban'
  | 'amount'
  | 'recipientCode'
  | 'category'
  | 'purpose'
  | 'display';

/** NBU № 97 of 19.08.2025. */
export type NbuQr003 = NbuQrCommon & {
  format: '003';
  /** Credit transfer, instant one, or either. */
  transfer: 'UCT' | 'ICT' | 'XCT';
  /** ISO 20022 category and purpose: "SUPP/SUPP" for utilities. */
  category: string;
  /** Number of the bill. */
  reference?: string | undefined;
  display?: string | undefined;
  /** Absent: the payer's bank decides. Empty: everything is locked. */
  editable?: readonly NbuQrEditable[] | undefined;
  /** Banks refuse the code afterwards. To the second. */
  validUntil?: Instant | undefined;
  createdAt?: Instant | undefined;
};

export type NbuQr = NbuQr002 | NbuQr003;

export const nbuQrPrefix = {
  '002': 'https://bank.gov.ua/qr/',
  '003': 'https://qr.bank.gov.ua/',
} as const;

export const nbuQrMark = 'BCD';

export const encodingDigit = { 'utf-8': '1', 'windows-1251': '2' } as const;

/** Line number of the field, which is also its bit of the lock mask (facts §4.2). */
export const editableBit: Readonly<Record<NbuQrEditable, number>> = {
  recipient: 6,
  iban: 7,
  amount: 8,
  recipientCode: 9,
  category: 10,
  purpose: 12,
  display: 13,
};
