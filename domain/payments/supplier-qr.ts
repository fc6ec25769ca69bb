import type { Kopiykas } from '../money.ts';
import { addMonths, firstDayAfter, periodOf } from '../time/billing-period.ts';
import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivInstant } from '../time/kyiv.ts';
import { addDays } from '../time/local-date.ts';
import { buildNbuQr } from './nbu-qr.ts';
import type { NbuQr } from './nbu-qr-fields.ts';
import { toNbuText } from './nbu-text.ts';
import { isPayableAmount, type PaymentLimits } from './payment-limits.ts';

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
