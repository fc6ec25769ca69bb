import { actPaymentPurpose } from '#billing/modules/violation-acts/public.ts';
import { energyPurpose } from '#domain/payments/purpose-texts.template.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** What is paid, as far as known. */
export interface PaidThing {
  readonly accountNumber: string;
  readonly actNumber: string | null;
  /** Date of the act; null: not known, or not an act. */
  readonly drawnOn: string | null;
  readonly period: string | null;
}

/** Purpose text of a transfer; bank statement matching finds the account and the month or act in it. */
export function paymentPurpose({ accountNumber, actNumber, drawnOn, period }: PaidThing): string {
  if (actNumber === null) {
    return period === null
      ? `Електроенергія, о/р ${accountNumber}`
      : energyPurpose(accountNumber, period as BillingPeriod);
  }
  return drawnOn === null
    ? `Оплата за актом про порушення № ${actNumber}, о/р ${accountNumber}`
    : actPaymentPurpose(accountNumber, actNumber, drawnOn);
}
