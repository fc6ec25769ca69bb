import { toBase64Url } from './base64url.ts';
import { checkNbuQr, type NbuQrProblem } from './check-nbu-qr.ts';
import {
  encodingDigit,
  type NbuQr,
  type NbuQr002,
  type NbuQr003,
  nbuQrMark,
  nbuQrPrefix,
} from './nbu-qr-fields.ts';
import { amountToNbu, lockMask, momentToNbu } from './nbu-qr-values.ts';
import { encodeWindows1251 } from './windows-1251.ts';

export type BuiltNbuQr =
  | { kind: 'built'; url: string; bytes: Uint8Array }
  | { kind: 'refused'; problems: readonly NbuQrProblem[] };

/** 003 limits the payload after the prefix and the whole; 002 limits the whole (facts §4.1, §4.2). */
const MAX_003_PAYLOAD = 475;
const maxLength = { '002': 500, '003': 507 } as const;

const utf8 = new TextEncoder();

/**
 * Builds a payment code of the National Bank for bank apps: format 002 or 003 (facts §4.1, §4.2). The QR code shows
 * the URL. Reports all problems at once.
 */
export function buildNbuQr(code: NbuQr): BuiltNbuQr {
  const problems = checkNbuQr(code);
  if (problems.length > 0) return { kind: 'refused', problems };
  const text = (code.format === '002' ? lines002(code) : lines003(code)).join('\n');
  const bytes = code.encoding === 'utf-8' ? utf8.encode(text) : encodeWindows1251(text);
  if (bytes === undefined) throw new Error('A field of the payment code was not checked');
  const payload = toBase64Url(bytes);
  const url = nbuQrPrefix[code.format] + payload;
  const isTooLong = code.format === '003' && payload.length > MAX_003_PAYLOAD;
  if (isTooLong || url.length > maxLength[code.format]) {
    return { kind: 'refused', problems: [{ field: 'whole', reason: 'tooLong' }] };
  }
  return { kind: 'built', url, bytes };
}

function lines002(code: NbuQr002): string[] {
  const bic = '';
  const purposeCode = '';
  const reference = '';
  const display = '';
  return [
    nbuQrMark,
    code.format,
    encodingDigit[code.encoding],
    'UCT',
    bic,
    code.recipient,
    code.iban,
    amount(code),
    code.recipientCode,
    purposeCode,
    reference,
    code.purpose,
    display,
  ];
}

function lines003(code: NbuQr003): string[] {
  const recipientId = '';
  const signature = '';
  return [
    nbuQrMark,
    code.format,
    encodingDigit[code.encoding],
    code.transfer,
    recipientId,
    code.recipient,
    code.iban,
    amount(code),
    code.recipientCode,
    code.category,
    code.reference ?? '',
    code.purpose,
    code.display ?? '',
    code.editable === undefined ? '' : lockMask(code.editable),
    code.validUntil === undefined ? '' : momentToNbu(code.validUntil),
    code.createdAt === undefined ? '' : momentToNbu(code.createdAt),
    signature,
  ];
}

function amount(code: NbuQr): string {
  return code.amount === undefined ? '' : amountToNbu(code.amount);
}
