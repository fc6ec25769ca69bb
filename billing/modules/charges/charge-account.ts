import { type Bill, composeBill } from '#domain/charges/bill.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import type { WattHours } from '#domain/energy.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { chargeByScheme } from './charge-by-scheme.ts';
import type { ChargedMonth, ClosingAccount } from './closing-facts.ts';
import type { MeasuredConsumption } from './measure-account.ts';
import { recalculateAccount } from './recalculate-account.ts';

/** What a period makes of an account. */
export interface ChargedAccount {
  readonly accountNumber: string;
  readonly bill: Bill;
  readonly energyWh: number;
  /** A register was counted by average alone. */
  readonly isEstimated: boolean;
  readonly consumptions: readonly MeasuredConsumption[];
  /** Given back for each of `consumptions`. */
  readonly givenBack: readonly WattHours[];
  readonly lines: readonly ChargeLine[];
}

/** Charges what was measured, gives back what was charged too much before, and adds up the bill. */
export function chargeAccount(
  account: ClosingAccount,
  period: BillingPeriod,
  measured: readonly MeasuredConsumption[],
  versions: readonly TariffVersion[],
  chargedMonths: readonly ChargedMonth[],
): ChargedAccount {
  let energyWh = 0;
  let isEstimated = false;
  let isOverestimated = false;
  const consumptions = measured.map(({ register, energy, basis, overestimated }) => {
    energyWh += energy;
    isEstimated ||= basis === 'estimated';
    isOverestimated ||= overestimated > 0;
    return { scheme: register.scheme, zone: register.zone, energy, isEstimated: basis === 'estimated' };
  });
  let lines = chargeByScheme(versions, period, consumptions);
  let givenBack = measured.map(({ overestimated }) => overestimated);
  if (isOverestimated) {
    const recalculation = recalculateAccount(measured, chargedMonths, versions, lines.length + 1);
    lines = [...lines, ...recalculation.lines];
    givenBack = [...recalculation.givenBack];
  }
  const { opening, paid, accountNumber } = account;
  const bill = composeBill({ period, opening, lines, payments: [paid], adjustments: [] });
  return { accountNumber, bill, energyWh, isEstimated, consumptions: measured, givenBack, lines };
}
