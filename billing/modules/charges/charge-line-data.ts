import type { ChargeLineData } from '#contract/values/charge-line.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { toKwh } from '#domain/energy.ts';
import { moneyToWire } from '#domain/money.ts';
import { coefficientToText, priceToText } from '#domain/price.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { AccountPast, ClosingAccount, ClosingRegister, UsageHistory } from './closing/closing-facts.ts';
import type { RegisterSpan } from './consumption/register-span.ts';

type ShownLine = Omit<ChargeLine, 'lineNumber' | 'blockIndex' | 'tariffValidFrom' | 'kind'> & {
  readonly kind: ChargeLineData['kind'];
};

/** A line as function modules answer it. */
export function chargeLineData(line: ShownLine): ChargeLineData {
  return {
    kind: line.kind,
    zone: line.zone,
    kwh: toKwh(line.energy),
    price: priceToText(line.price),
    coefficient: coefficientToText(line.coefficient),
    sum: moneyToWire(line.amount),
    from: line.from,
    to: line.to,
    isEstimated: line.isEstimated,
  };
}

/** A register with its days of the period. */
export interface PlannedRegister {
  readonly register: ClosingRegister;
  readonly span: RegisterSpan;
}

/** What of the supplier's rules measuring needs, by month: later rules never measure a month anew. */
export type MeasuringRules = (month: BillingPeriod) => Pick<ReadingRules, 'normDailyWattHoursPerKilowatt'>;

/** What measuring needs to know of an account. */
export interface MeasuringFacts {
  readonly account: ClosingAccount;
  readonly period: BillingPeriod;
  /** Of the points for which `needsAverage` is true. */
  readonly history: UsageHistory;
  /** Of an account for which `needsPast` is true. */
  readonly past: AccountPast | undefined;
  /** The meter whose share of the account is asked for, also of what changes before; absent: the whole account. */
  readonly onlyMeter?: string | undefined;
}
