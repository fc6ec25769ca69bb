import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { linesInForce, recalculationLines } from '#domain/charges/recalculation.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { ClosingAccount } from './closing-facts.ts';
import { hasTariffFor } from './has-tariff-for.ts';
import { asCharged, type ConsumptionRevision, type MonthAnew } from './measure-past.ts';
import { contractDays } from './register-span.ts';

/** What charging months anew changes. */
export interface Recalculation {
  readonly lines: readonly ChargeLine[];
  readonly revisions: readonly ConsumptionRevision[];
}

/**
 * Charges months anew that were measured anew (product.md §7): by the tariffs of those months, and the lines are the differences
 * from what all bills so far charged for them, the latest month first. A month of which no tariff is known any more stays as it
 * was charged.
 */
export function recalculateAccount(
  account: ClosingAccount,
  months: readonly MonthAnew[],
  versions: readonly TariffVersion[],
  firstLineNumber: number,
): Recalculation {
  const lines: ChargeLine[] = [];
  const revisions: ConsumptionRevision[] = [];
  for (const month of months) {
    const days = contractDays(account, month.period);
    if (!hasTariffFor(versions, month.period, days)) continue;
    const charge = (consumptions: MonthAnew['consumptions'], ofDays = days) =>
      linesInForce(chargeConsumption({ period: month.period, consumptions, versions, days: ofDays }));
    // Brought in without lines: what would have been charged.
    const charged =
      month.lines.length > 0
        ? linesInForce(month.lines)
        : hasTariffFor(versions, month.period)
          ? charge(month.inForce.map(asCharged), undefined)
          : [];
    lines.push(...recalculationLines(charged, charge(month.consumptions), firstLineNumber + lines.length));
    revisions.push(...month.revisions);
  }
  return { lines, revisions };
}
