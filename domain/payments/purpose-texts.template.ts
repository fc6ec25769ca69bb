import { type BillingPeriod, formatPeriod } from '../time/billing-period.ts';

/** What a payer writes as the purpose, also inside the QR code: by it money finds its account and month (facts 4.1). */
export function energyPurpose(accountNumber: string, period: BillingPeriod): string {
  return `Електроенергія, о/р ${accountNumber}, ${formatPeriod(period)}`;
}

/** The purpose of a payment to the operator of the network for reactive energy. */
export function reactivePurpose(accountNumber: string, period: BillingPeriod): string {
  return `Реактивна електроенергія, о/р ${accountNumber}, ${formatPeriod(period)}`;
}
