import { actPaymentPurpose } from '#billing/modules/acts/public.ts';
import { billPaymentPurpose } from '#billing/modules/bills/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** What is paid, as far as it is known. */
export interface PaidThing {
  readonly accountNumber: string;
  readonly actNumber: string | null;
  /** When the act was drawn; null: not known, or no act. */
  readonly drawnOn: string | null;
  readonly period: string | null;
}

/** What stands as the purpose of a transfer, by which a register finds the account, and the month or the act. */
export function paymentPurpose({ accountNumber, actNumber, drawnOn, period }: PaidThing): string {
  if (actNumber === null) {
    return period === null
      ? `Електроенергія, о/р ${accountNumber}`
      : billPaymentPurpose(accountNumber, period as BillingPeriod);
  }
  return drawnOn === null
    ? `Оплата за актом про порушення № ${actNumber}, о/р ${accountNumber}`
    : actPaymentPurpose(accountNumber, actNumber, drawnOn);
}
