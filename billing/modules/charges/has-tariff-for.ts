import { selectVersions } from '#domain/tariffs/select-versions.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** Whether each day of the period has a tariff. */
export function hasTariffFor(versions: readonly TariffVersion[], period: BillingPeriod): boolean {
  try {
    return selectVersions(versions, period).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
