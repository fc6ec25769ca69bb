import type { BillingPeriod } from '#domain/time/billing-period.ts';

/**
 * Bill number in payment codes and bank statements, by which a payment is matched to its account and period:
 * "2390001111-102026" (facts §4.2). Fits the 35 bytes of a reference for accounts of up to 28 characters.
 */
export function billReference(accountNumber: string, period: BillingPeriod): string {
  return `${accountNumber}-${period.slice(5)}${period.slice(0, 4)}`;
}
