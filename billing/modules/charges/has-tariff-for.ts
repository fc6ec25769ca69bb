import { selectVersions } from '#domain/tariffs/select-versions.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { DayRange } from '#domain/time/local-date.ts';

/** Whether each of the days of the period has a tariff; of the whole period unless told. No days want none. */
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
