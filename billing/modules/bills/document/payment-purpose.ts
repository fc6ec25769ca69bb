import { type BillingPeriod, formatPeriod } from '#domain/time/billing-period.ts';

/** What a payer writes as the purpose, also inside the QR code: by it money finds its account and month (facts 4.1). */
export function paymentPurpose(accountNumber: string, period: BillingPeriod): string {
  return `Електроенергія, о/р ${accountNumber}, ${formatPeriod(period)}`;
}
