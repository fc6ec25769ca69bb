import { fromKwh } from '../energy.ts';
import { type Kopiykas, kopiykas, zeroMoney } from '../money.ts';
import { versionOn } from '../tariffs/select-versions.ts';
import type { TariffVersion } from '../tariffs/tariff.ts';
import { firstDay, firstDayAfter } from '../time/billing-period.ts';
import { addDays } from '../time/local-date.ts';
import { type BillFacts, kwhOf, type MeasuredZone } from './bill-facts.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { totalOf } from './charge-line.ts';

/** Cost of a consumption in the month of a bill. */
export type CostOf = (consumptions: readonly MeasuredZone[]) => Kopiykas;

/**
 * Prices a consumption by the tariff version and season of the last day of the bill's month, for all its days.
 * Without a version for that day: at the average price of the bill, truncated.
 */
export function costUnderOneVersion(bill: BillFacts, versions: readonly TariffVersion[]): CostOf {
  const found = versionOn(versions, addDays(firstDayAfter(bill.period), -1));
  if (found === undefined) return costAtAverage(bill);
  const { validTo: _, ...rest } = found;
  const version: TariffVersion = { ...rest, validFrom: firstDay(bill.period) };
  return (consumptions) => {
    const energies = consumptions.map(({ scheme, zone, kwh }) => ({
      scheme,
      zone,
      energy: fromKwh(kwh),
      isEstimated: false,
    }));
    return totalOf(chargeConsumption({ period: bill.period, consumptions: energies, versions: [version] }));
  };
}

function costAtAverage({ charged, consumptions }: BillFacts): CostOf {
  const whole = BigInt(kwhOf(consumptions));
  if (whole === 0n) return () => zeroMoney;
  return (ofOthers) => kopiykas((charged * BigInt(kwhOf(ofOthers))) / whole);
}
