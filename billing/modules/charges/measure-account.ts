import { shareByDays } from '#domain/charges/share-by-days.ts';
import { fromKwh, type WattHours, wattHours } from '#domain/energy.ts';
import {
  type AverageFacts,
  averageDailyConsumption,
  type DailyAverage,
} from '#domain/readings/average-daily-consumption.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { earlierOf, type LocalDate } from '#domain/time/local-date.ts';
import { averagedMonths } from './averaged-months.ts';
import {
  type ChargedMonth,
  type ClosingAccount,
  type ClosingRegister,
  type UsageHistory,
  usageKey,
} from './closing-facts.ts';
import {
  type ConsumptionBasis,
  type MeasuredRegister,
  measureRegister,
  type RegisterToMeasure,
  unitsBetween,
  upToReading,
} from './measure-register.ts';
import { type RegisterSpan, spanOfRegister } from './register-span.ts';

/** A register with its days of the period. */
export interface PlannedRegister {
  readonly register: ClosingRegister;
  readonly span: RegisterSpan;
}

/** What an actual reading changes of a month that was charged by average. */
export interface MonthCorrection {
  readonly period: BillingPeriod;
  /** Below zero: too much was charged. */
  readonly energy: WattHours;
}

export interface MeasuredConsumption extends PlannedRegister {
  readonly closingValue: number;
  readonly energy: WattHours;
  readonly basis: ConsumptionBasis;
  /** Months before that the reading puts right; those of no change left out. */
  readonly corrections: readonly MonthCorrection[];
}

/** What of the supplier's rules measuring needs. */
export type MeasuringRules = Pick<ReadingRules, 'normDailyWattHoursPerKilowatt' | 'rollOverFromPercent'>;

/** What besides the registers themselves measuring needs to know of an account. */
export interface MeasuringFacts {
  readonly accountNumber: string;
  /** Needs to know only those points that `needsAverage` tells of. */
  readonly history: UsageHistory;
  /** The latest first; needed where `needsMonths` tells of a register. */
  readonly months: readonly ChargedMonth[];
}

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

/** Whether a register was read after it had been charged by average: those months are charged anew. */
export function needsMonths({ span }: PlannedRegister): boolean {
  return span.reading !== undefined && !span.isOpeningActual;
}

/** Measures the registers of an account. */
export function measureAccount(
  facts: MeasuringFacts,
  planned: readonly PlannedRegister[],
  rules: MeasuringRules,
): MeasuredConsumption[] {
  return planned.map((one) => {
    const average = () => averageOf(facts, one.register, rules);
    return { ...one, corrections: [], ...measure(one, facts.months, average, rules) };
  });
}

/** A meter that is disconnected and that nobody has read stands still. */
function measure(
  planned: PlannedRegister,
  months: readonly ChargedMonth[],
  average: () => DailyAverage,
  rules: MeasuringRules,
): MeasuredRegister & { corrections?: readonly MonthCorrection[] } {
  const { register, span } = planned;
  if (register.isDisabled && span.reading === undefined) {
    return {
      closingValue: span.openingValue,
      energy: fromKwh(0),
      basis: span.isOpeningActual ? 'actual' : 'estimated',
    };
  }
  const toMeasure: RegisterToMeasure = {
    digitCapacity: register.digitCapacity,
    coefficient: register.coefficient,
    contractedPowerWatts: register.contractedPowerWatts,
    openingValue: span.openingValue,
    from: span.from,
    to: span.to,
    reading: span.reading,
    average,
    rollOverFromPercent: rules.rollOverFromPercent,
  };
  return (needsMonths(planned) && measureAnew(planned, toMeasure, months)) || measureRegister(toMeasure);
}

/**
 * A register that was read after months by average: what it counted since its last actual value belongs to those months and
 * to this one by their days. Undefined: no such month is known.
 */
function measureAnew(
  { register, span }: PlannedRegister,
  toMeasure: RegisterToMeasure,
  months: readonly ChargedMonth[],
): (MeasuredRegister & { corrections: readonly MonthCorrection[] }) | undefined {
  const averaged = averagedMonths(register, months);
  const { reading } = span;
  if (averaged === undefined || reading === undefined) return undefined;
  const { lastActual } = averaged;
  // A removal that was recorded late counts as of its day, though it is settled in this period.
  const readOn =
    register.removedOn === null
      ? reading.effectiveDate
      : earlierOf(reading.effectiveDate, register.removedOn);
  const units = unitsBetween(toMeasure, lastActual, { value: reading.value, effectiveDate: readOn });
  const ends = averaged.months.map(({ to }) => to);
  const shares = shareByDays(units, lastActual.on, readOn, ends);
  const corrections = averaged.months.map((month, index) => ({
    period: month.period,
    energy: wattHours(((shares[index] ?? 0) - month.units) * register.coefficient * 1000),
  }));
  return {
    ...upToReading(toMeasure, reading, shares.at(-1) ?? 0),
    corrections: corrections.filter(({ energy }) => energy !== 0),
  };
}

function averageOf(
  { accountNumber, history }: MeasuringFacts,
  register: ClosingRegister,
  rules: MeasuringRules,
): DailyAverage {
  const usage = history.get(usageKey(accountNumber, register.eicCode));
  const facts: AverageFacts = { contractedPowerWatts: register.contractedPowerWatts, ...usage };
  return averageDailyConsumption(facts, register.zone, rules.normDailyWattHoursPerKilowatt);
}
