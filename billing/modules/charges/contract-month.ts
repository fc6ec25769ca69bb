import {
  type ContractFacts,
  type ContractPoint,
  USUAL_CLASS,
  versionOn,
} from '#billing/modules/contracts/public.ts';
import type { ContractTerms } from '#domain/invoices/contract-terms.ts';
import {
  type PointPrice,
  type PriceComponent,
  priceOfPoint,
  type VatBase,
} from '#domain/invoices/price-formula.ts';
import type { ReactiveRules } from '#domain/invoices/reactive.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { MeasuredConsumption } from './consumption/measure-account.ts';
import type { RecalculatedMonth } from './consumption/measure-past.ts';

/** By what contracts are charged: the same for all accounts of a closing. */
export interface ContractPrices {
  readonly components: readonly PriceComponent[];
  /** Each month by its own rules. */
  readonly reactiveRules: (month: BillingPeriod) => ReactiveRules;
}

/** An account with a contract and what its registers counted. */
export interface EntityToCharge {
  readonly contract: ContractFacts;
  readonly period: BillingPeriod;
  readonly consumptions: readonly MeasuredConsumption[];
  /** Months before that were measured again, each of the contract and with its prices. */
  readonly months: readonly RecalculatedMonth[];
  readonly prices: ContractPrices;
  /** The contract ends by the end of the period: nothing is paid in advance for the month after. */
  readonly isLastMonth: boolean;
}

function lastDay(period: BillingPeriod): LocalDate {
  return addDays(firstDayAfter(period), -1);
}

export function termsIn(contract: ContractFacts, period: BillingPeriod): ContractTerms {
  const version = versionOn(contract.versions, lastDay(period));
  if (version === undefined) throw new Error('a contract has no version');
  return version.terms;
}

export function pointIn(
  contract: ContractFacts,
  period: BillingPeriod,
  eicCode: string,
): ContractPoint | undefined {
  return versionOn(contract.points.get(eicCode) ?? [], lastDay(period));
}

export function baseOf(terms: ContractTerms): VatBase {
  return terms.priceKind === 'fixedGross' ? 'gross' : 'net';
}

/** Sub-consumers of the last day of a period. */
export function subConsumersIn(contract: ContractFacts, period: BillingPeriod) {
  const day = lastDay(period);
  return contract.subConsumers.filter(
    ({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day),
  );
}

export function isBilled(contract: ContractFacts, period: BillingPeriod, eicCode: string): boolean {
  const sub = subConsumersIn(contract, period).find((one) => one.eicCode === eicCode);
  return sub === undefined || sub.isBilled;
}

/** The price of a point in a month; undefined: a part of it has no version. */
export function priceIn(
  { contract, prices }: EntityToCharge,
  period: BillingPeriod,
  eicCode: string,
): Extract<PointPrice, { kind: 'priced' }> | undefined {
  const voltageClass = pointIn(contract, period, eicCode)?.voltageClass ?? USUAL_CLASS;
  const price = priceOfPoint(termsIn(contract, period), prices.components, period, voltageClass);
  return price.kind === 'priced' ? price : undefined;
}
