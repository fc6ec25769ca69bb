import type { Kopiykas } from '../money.ts';
import { addMonths, firstDayAfter, periodOf } from '../time/billing-period.ts';
import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivInstant } from '../time/kyiv.ts';
import { addDays } from '../time/local-date.ts';
import {
  encodingDigit,
  type NbuQr,
  type NbuQr002,
  type NbuQr003,
  nbuQrMark,
  nbuQrPrefix,
} from './nbu-qr-fields.ts';
import {
  amountToNbu,
  checkNbuQr,
  lockMask,
  momentToNbu,
  type NbuQrProblem,
  toBase64Url,
  toNbuText,
} from './nbu-qr-values.ts';
import { isPayableAmount, type PaymentLimits } from './payment-orders.ts';
import { encodeWindows1251 } from './windows-1251.ts';

type BuiltNbuQr =
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

/** A payment to the supplier, common to both formats. */
export interface SupplierPayment {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly amount: Kopiykas;
  readonly purpose: string;
  /** The limits of the providers apply to codes too. */
  readonly limits: PaymentLimits;
}

export interface SupplierPayment003 extends SupplierPayment {
  /** Number of the bill, or of the account without a bill. */
  readonly reference: string;
  /** When the sum was computed. Banks refuse the code from the end of the next month on. */
  readonly madeAt: Instant;
}

/**
 * The URL of a payment code of the supplier: format 003, the payer may change the sum (facts 4.2). null: the sum is
 * outside the limits or zero, or the supplier's details are invalid.
 */
export function supplierQr(payment: SupplierPayment003): string | null {
  return urlOf(payment, {
    ...commonOf(payment),
    format: '003',
    transfer: 'XCT',
    category: 'SUPP/SUPP',
    reference: payment.reference,
    editable: ['amount'],
    validUntil: endOfNextMonth(payment.madeAt),
    createdAt: payment.madeAt,
  });
}

/** The same in format 002, for bank apps without 003. null: as above, or the name is too long. */
export function supplierQr002(payment: SupplierPayment): string | null {
  return urlOf(payment, { ...commonOf(payment), format: '002' });
}

function commonOf({ recipient, iban, edrpou, amount, purpose }: SupplierPayment) {
  return {
    encoding: 'windows-1251',
    recipient: toNbuText(recipient),
    iban,
    amount,
    recipientCode: edrpou,
    purpose: toNbuText(purpose),
  } as const;
}

function urlOf({ amount, limits }: SupplierPayment, code: NbuQr): string | null {
  if (!isPayableAmount(amount, limits)) return null;
  const built = buildNbuQr(code);
  return built.kind === 'built' ? built.url : null;
}

/** A printed code expires before its sum is part of the bill after the next. */
function endOfNextMonth(madeAt: Instant): Instant {
  const next = addMonths(periodOf(kyivDateOf(madeAt)), 1);
  return kyivInstant(addDays(firstDayAfter(next), -1), 23, 59);
}
