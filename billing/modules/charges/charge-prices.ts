import type { BillingDatabase } from '#billing/billing-database.ts';
import { reactiveRulesByMonth } from '#billing/modules/rules/public.ts';
import {
  cachedPriceComponents,
  cachedTariffs,
  listPriceComponents,
  listTariffs,
  type StoredTariff,
  versionsOf,
} from '#billing/modules/tariffs/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { DayRange } from '#domain/time/local-date.ts';
import { componentsOfMonth, hasPricesFor, missingPriceOf } from './charge-entity.ts';
import type { ClosingAccount } from './closing/closing-facts.ts';
import { hasTariffFor } from './condition-refusal.ts';
import type { ContractPrices } from './contract-month.ts';

/** By what accounts are charged: tariffs of households, parts of the prices of contracts. */
export interface ChargePrices extends ContractPrices {
  readonly tariffs: ReadonlyMap<string, StoredTariff>;
}

/** The prices as they are now, for a closing. */
export async function loadPrices(db: BillingDatabase): Promise<ChargePrices> {
  const [tariffs, components, reactiveRules] = await Promise.all([
    listTariffs(db),
    listPriceComponents(db),
    reactiveRulesByMonth(db),
  ]);
  return { tariffs, components, reactiveRules };
}

/** The prices of the last seconds, for screens. */
export async function cachedPrices(db: BillingDatabase): Promise<ChargePrices> {
  const [tariffs, components, reactiveRules] = await Promise.all([
    cachedTariffs(db),
    cachedPriceComponents(db),
    reactiveRulesByMonth(db),
  ]);
  return { tariffs, components, reactiveRules };
}

/** The tariff or the part of a price without which the bill of a period is not made; undefined: nothing is missing. */
export function missingPrice(
  account: ClosingAccount,
  period: BillingPeriod,
  prices: ChargePrices,
): { readonly kind: 'noTariff' | 'noPrice'; readonly subject: string } | undefined {
  const { contract } = account;
  if (contract === null) {
    return hasTariffFor(versionsOf(prices.tariffs, account), period)
      ? undefined
      : { kind: 'noTariff', subject: account.tariffCode };
  }
  const points = account.registers.map(({ eicCode }) => eicCode);
  const subject = missingPriceOf(contract, period, componentsOfMonth(prices.components, period), points);
  return subject === undefined ? undefined : { kind: 'noPrice', subject };
}

/** Whether an account can be charged for a period: each of its days has a tariff, or each of its points a price. */
export function hasPrices(
  account: ClosingAccount,
  period: BillingPeriod,
  prices: ChargePrices,
  days?: DayRange,
): boolean {
  return account.contract === null
    ? hasTariffFor(versionsOf(prices.tariffs, account), period, days)
    : hasPricesFor(account.contract, period, prices.components);
}
