import { type Bill, composeBill } from '#domain/charges/bill.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import type { ChargeLine, ZoneConsumption } from '#domain/charges/charge-line.ts';
import { type Kopiykas, subtractMoney, sumMoney } from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { ClosingAccount, GrantedBenefit } from './closing/closing-facts.ts';
import type { MeasuredAccount, MeasuredConsumption } from './consumption/measure-account.ts';
import type { ConsumptionRevision } from './consumption/measure-past.ts';
import { contractDays } from './consumption/register-span.ts';
import { recalculateAccount } from './recalculations.ts';

/** What a period makes of an account. */
export interface ChargedAccount {
  readonly accountNumber: string;
  readonly bill: Bill;
  readonly energyWh: number;
  /** A register was counted by average alone. */
  readonly isEstimated: boolean;
  readonly consumptions: readonly MeasuredConsumption[];
  readonly lines: readonly ChargeLine[];
  /** What months before counted, where the bill's recalculation changes it. */
  readonly revisions: readonly ConsumptionRevision[];
  /** What the ledger lacks yet of the bill's recalculation: it may have been booked before the closing. */
  readonly recalculationToBook: Kopiykas;
  /** Benefits that are to be booked; the bill counts them. */
  readonly benefits: readonly GrantedBenefit[];
  /** Requests for a recalculation that the bill answers. */
  readonly requestIds: readonly string[];
}

/** Charges what was measured, puts right what was charged before, and adds up the bill. */
export function chargeAccount(
  account: ClosingAccount,
  period: BillingPeriod,
  { consumptions, months }: MeasuredAccount,
  versions: readonly TariffVersion[],
): ChargedAccount {
  let energyWh = 0;
  let isEstimated = false;
  const toCharge: ZoneConsumption[] = [];
  for (const { register, energy, basis, parts } of consumptions) {
    energyWh += energy;
    isEstimated ||= basis === 'estimated';
    for (const part of parts) {
      toCharge.push({
        scheme: register.scheme,
        zone: register.zone,
        energy: part.energy,
        isEstimated: basis === 'estimated',
        days: part.days,
      });
    }
  }
  const days = contractDays(account, period);
  const energyLines = chargeConsumption({ period, consumptions: toCharge, versions, days });
  const { lines: recalculated, revisions } = recalculateAccount(
    account,
    months,
    versions,
    energyLines.length + 1,
  );
  const lines = recalculated.length === 0 ? energyLines : [...energyLines, ...recalculated];
  const { opening, paid, corrected, benefits, accountNumber, requestIds } = account;
  const granted = sumMoney(benefits.map(({ amount }) => amount));
  const benefit = subtractMoney(account.benefit, granted);
  const bill = composeBill({ period, opening, lines, benefit, corrected, paid });
  const recalculationToBook = subtractMoney(bill.recalculated, account.recalculated);
  return {
    accountNumber,
    bill,
    energyWh,
    isEstimated,
    consumptions,
    lines,
    revisions,
    recalculationToBook,
    benefits,
    requestIds,
  };
}
