import { type Bill, composeBill } from '#domain/charges/bill.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { type Kopiykas, subtractMoney, sumMoney } from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { chargeByScheme } from './charge-by-scheme.ts';
import type { ChargedMonth, ClosingAccount, GrantedBenefit } from './closing-facts.ts';
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
  readonly lines: readonly ChargeLine[];
  /** What the ledger lacks yet of the bill's recalculation: it may have been booked before the closing. */
  readonly recalculationToBook: Kopiykas;
  /** Benefits that are to be booked; the bill counts them. */
  readonly benefits: readonly GrantedBenefit[];
}

/** Charges what was measured, puts right what was charged by average before, and adds up the bill. */
export function chargeAccount(
  account: ClosingAccount,
  period: BillingPeriod,
  measured: readonly MeasuredConsumption[],
  versions: readonly TariffVersion[],
  chargedMonths: readonly ChargedMonth[],
): ChargedAccount {
  let energyWh = 0;
  let isEstimated = false;
  let isRecalculated = false;
  const consumptions = measured.map(({ register, energy, basis, corrections }) => {
    energyWh += energy;
    isEstimated ||= basis === 'estimated';
    isRecalculated ||= corrections.length > 0;
    return { scheme: register.scheme, zone: register.zone, energy, isEstimated: basis === 'estimated' };
  });
  let lines = chargeByScheme(versions, period, consumptions);
  if (isRecalculated) {
    lines = [...lines, ...recalculateAccount(measured, chargedMonths, versions, lines.length + 1)];
  }
  const { opening, paid, corrected, benefits, accountNumber } = account;
  const granted = sumMoney(benefits.map(({ amount }) => amount));
  const benefit = subtractMoney(account.benefit, granted);
  const bill = composeBill({ period, opening, lines, benefit, corrected, paid });
  const recalculationToBook = subtractMoney(bill.recalculated, account.recalculated);
  return {
    accountNumber,
    bill,
    energyWh,
    isEstimated,
    consumptions: measured,
    lines,
    recalculationToBook,
    benefits,
  };
}
