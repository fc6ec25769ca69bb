import type { ContractFacts } from '#billing/modules/contracts/public.ts';
import { versionsOf } from '#billing/modules/tariffs/public.ts';
import { type Bill, composeBill, sumsOfLines } from '#domain/charges/bill.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import type { ChargeLine, ZoneConsumption } from '#domain/charges/charge-line.ts';
import { fromKwh } from '#domain/energy.ts';
import { type Kopiykas, subtractMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { type ChargedEntity, chargeEntity, hasPricesFor } from './charge-entity.ts';
import type { ChargePrices } from './charge-prices.ts';
import type { ClosingAccount, GrantedBenefit } from './closing/closing-facts.ts';
import type { MeasuredAccount, MeasuredConsumption } from './consumption/measure-account.ts';
import type { ConsumptionRevision } from './consumption/measure-past.ts';
import type { RegisterStep } from './consumption/measure-register.ts';
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
  /** By a tariff. */
  readonly lines: readonly ChargeLine[];
  /** By a contract; null: by a tariff. */
  readonly entity: ChargedEntity | null;
  /** What months before counted, where the bill's recalculation changes it. */
  readonly revisions: readonly ConsumptionRevision[];
  /** What the ledger lacks yet of the bill's recalculation: it may have been booked before the closing. */
  readonly recalculationToBook: Kopiykas;
  /** Benefits that are to be booked; the bill counts them. */
  readonly benefits: readonly GrantedBenefit[];
  readonly unexplained: readonly RegisterStep[];
  /** Requests for a recalculation that the bill answers. */
  readonly requestIds: readonly string[];
}

/** Charges what was measured, puts right what was charged before, and adds up the bill. */
export function chargeAccount(
  account: ClosingAccount,
  period: BillingPeriod,
  measured: MeasuredAccount,
  prices: ChargePrices,
): ChargedAccount {
  const { contract, opening, paid, corrected, benefits, accountNumber, requestIds } = account;
  const { consumptions } = measured;
  const granted = sumMoney(benefits.map(({ amount }) => amount));
  const benefit = subtractMoney(account.benefit, granted);
  const charged =
    contract === null
      ? chargeByTariff(account, period, measured, prices)
      : chargeByContract(account, contract, period, measured, prices);
  const bill = composeBill({ period, opening, ...charged.sums, benefit, corrected, paid });
  return {
    accountNumber,
    bill,
    energyWh: charged.energyWh,
    isEstimated: consumptions.some(({ basis }) => basis === 'estimated'),
    consumptions,
    lines: charged.lines,
    entity: charged.entity,
    revisions: charged.revisions,
    recalculationToBook: subtractMoney(bill.recalculated, account.recalculated),
    benefits,
    unexplained: measured.unexplained,
    requestIds,
  };
}

interface Charged extends Pick<ChargedAccount, 'energyWh' | 'lines' | 'entity' | 'revisions'> {
  readonly sums: ReturnType<typeof sumsOfLines>;
}

function chargeByTariff(
  account: ClosingAccount,
  period: BillingPeriod,
  { consumptions, months }: MeasuredAccount,
  { tariffs }: ChargePrices,
): Charged {
  const versions = versionsOf(tariffs, account);
  let energyWh = 0;
  const toCharge: ZoneConsumption[] = [];
  for (const { register, energy, basis, parts } of consumptions) {
    energyWh += energy;
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
  return { energyWh, lines, entity: null, revisions, sums: sumsOfLines(lines) };
}

/**
 * Adjustments of months of the contract are part of the invoice, so that its VAT is taken once. Months before the contract were
 * charged by the tariff and are put right by it. A month of which no price is known any more stays as it was charged.
 */
function chargeByContract(
  account: ClosingAccount,
  contract: ContractFacts,
  period: BillingPeriod,
  { consumptions, months }: MeasuredAccount,
  prices: ChargePrices,
): Charged {
  const isOfContract = (month: BillingPeriod) =>
    contract.versions.some(({ validFrom }) => validFrom < firstDayAfter(month));
  const own = months.filter(
    (month) => isOfContract(month.period) && hasPricesFor(contract, month.period, prices.components),
  );
  const { contractEndedOn } = account;
  const isLastMonth = contractEndedOn !== null && contractEndedOn < firstDayAfter(period);
  const entity = chargeEntity({ contract, period, consumptions, months: own, prices, isLastMonth });
  const charged = entity.invoices.find(({ payee }) => payee === 'supplier')?.gross ?? zeroMoney;
  const byTariff = recalculateAccount(
    account,
    months.filter((month) => !isOfContract(month.period)),
    versionsOf(prices.tariffs, account),
    1,
  );
  return {
    energyWh: fromKwh(entity.billedKwh),
    lines: byTariff.lines,
    entity,
    revisions: [...own.flatMap(({ revisions }) => revisions), ...byTariff.revisions],
    sums: { charged, recalculated: sumsOfLines(byTariff.lines).recalculated },
  };
}
