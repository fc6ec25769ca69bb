import { fromKwh, type WattHours } from '#domain/energy.ts';
import {
  type AverageFacts,
  averageDailyConsumption,
  type DailyAverage,
} from '#domain/readings/average-daily-consumption.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { type ClosingAccount, type ClosingRegister, type UsageHistory, usageKey } from './closing-facts.ts';
import { type ConsumptionBasis, type MeasuredRegister, measureRegister } from './measure-register.ts';
import { type RegisterSpan, spanOfRegister } from './register-span.ts';

/** A register with its days of the period. */
export interface PlannedRegister {
  readonly register: ClosingRegister;
  readonly span: RegisterSpan;
}

export interface MeasuredConsumption extends PlannedRegister {
  readonly closingValue: number;
  readonly energy: WattHours;
  readonly basis: ConsumptionBasis;
  readonly overestimated: WattHours;
}

/** What of the supplier's rules measuring needs. */
export type MeasuringRules = Pick<ReadingRules, 'normDailyWattHoursPerKilowatt' | 'rollOverFromPercent'>;

/** Registers that count for the account in the period, in the order of its meters. */
export function planAccount(
  account: ClosingAccount,
  period: BillingPeriod,
  until?: LocalDate,
): PlannedRegister[] {
  const planned: PlannedRegister[] = [];
  for (const register of account.registers) {
    const span = spanOfRegister(account, register, period, until);
    if (span !== undefined) planned.push({ register, span });
  }
  return planned;
}

/** Whether a register can't be measured without an average. */
export function needsAverage({ register, span }: PlannedRegister): boolean {
  return span.reading === undefined ? !register.isDisabled : span.reading.effectiveDate < span.to;
}

/** Measures the registers of an account; `history` needs to know only those points that `needsAverage` tells of. */
export function measureAccount(
  accountNumber: string,
  planned: readonly PlannedRegister[],
  history: UsageHistory,
  rules: MeasuringRules,
): MeasuredConsumption[] {
  return planned.map(({ register, span }) => {
    const average = () => averageOf(accountNumber, register, history, rules);
    return { register, span, ...measure(register, span, average, rules) };
  });
}

/** A meter that is disconnected and that nobody has read stands still. */
function measure(
  register: ClosingRegister,
  span: RegisterSpan,
  average: () => DailyAverage,
  rules: MeasuringRules,
): MeasuredRegister {
  if (register.isDisabled && span.reading === undefined) {
    const nothing = fromKwh(0);
    return {
      closingValue: span.openingValue,
      energy: nothing,
      basis: span.isOpeningActual ? 'actual' : 'estimated',
      overestimated: nothing,
    };
  }
  return measureRegister({
    digitCapacity: register.digitCapacity,
    coefficient: register.coefficient,
    contractedPowerWatts: register.contractedPowerWatts,
    openingValue: span.openingValue,
    isOpeningActual: span.isOpeningActual,
    from: span.from,
    to: span.to,
    reading: span.reading,
    average,
    rollOverFromPercent: rules.rollOverFromPercent,
  });
}

function averageOf(
  accountNumber: string,
  register: ClosingRegister,
  history: UsageHistory,
  rules: MeasuringRules,
): DailyAverage {
  const usage = history.get(usageKey(accountNumber, register.eicCode));
  const facts: AverageFacts = { contractedPowerWatts: register.contractedPowerWatts, ...usage };
  return averageDailyConsumption(facts, register.zone, rules.normDailyWattHoursPerKilowatt);
}
