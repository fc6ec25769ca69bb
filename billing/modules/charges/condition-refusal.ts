import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import { selectVersions } from '#domain/tariffs/select-versions.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { DayRange } from '#domain/time/local-date.ts';

const refusals = {
  normal: undefined,
  callCentre: 'billing.invoiceByCallCentre',
  contractChanges: 'billing.contractChanges',
  specialGroup: 'billing.specialConditionsGroup',
} as const;

/**
 * Why no sum of a month can be shown before its bill is made; undefined: it can. A calculation, a forecast of the balance and
 * the bill of a reading say the same (messages.md).
 */
export function conditionRefusal(condition: BillingCondition) {
  return refusals[condition];
}

/** Whether each of the days of the period has a tariff; default: the whole period. True without days. */
export function hasTariffFor(
  versions: readonly TariffVersion[],
  period: BillingPeriod,
  days?: DayRange,
): boolean {
  try {
    selectVersions(versions, period, days);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
