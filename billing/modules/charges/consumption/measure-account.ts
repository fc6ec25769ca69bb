import { fromKwh, type WattHours, wattHours } from '#domain/energy.ts';
import { averageDailyConsumption, type DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { addDays, earlierOf, type LocalDate } from '#domain/time/local-date.ts';
import type { MeasuringFacts, MeasuringRules, PlannedRegister } from '../charge-line-data.ts';
import { type ClosingAccount, type ClosingRegister, usageKey } from '../closing/closing-facts.ts';
import { isReadAgain, measurePast, type RecalculatedMonth } from './measure-past.ts';
import {
  type ConsumptionBasis,
  type MeasuredPart,
  measureRegister,
  type RegisterStep,
  type RegisterToMeasure,
  stepsOf,
} from './measure-register.ts';
import { disconnectedDays, spanOfRegister, startAt } from './register-span.ts';

export interface MeasuredConsumption extends PlannedRegister {
  readonly closingValue: number;
  readonly energy: WattHours;
  readonly basis: ConsumptionBasis;
  /** By which average; null: `basis` is actual. */
  readonly ground: DailyAverage['basis'] | null;
  readonly parts: readonly MeasuredPart[];
  /** What months before are found to have been charged too much; below zero: too little. */
  readonly overestimated: WattHours;
  /** Of the period alone. */
  readonly unexplained: readonly RegisterStep[];
}

/** What a period makes of the registers of an account. */
export interface MeasuredAccount {
  /** In the order of its meters. */
  readonly consumptions: readonly MeasuredConsumption[];
  /** Months before that are measured anew, the latest first. */
  readonly months: readonly RecalculatedMonth[];
  /** Of the period and of the months that are measured again. */
  readonly unexplained: readonly RegisterStep[];
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
  const last = span.readings.at(-1);
  return !register.isDisabled && (last === undefined || last.on < span.to);
}

/** Whether months before are to be measured anew: a request asks, or a register was read after it was charged by average. */
export function needsPast(account: ClosingAccount, planned: readonly PlannedRegister[]): boolean {
  return account.recalculateFrom !== null || planned.some(isReadAgain);
}

/** Measures the planned registers of an account, and with its past the months before that they, or a request, change. */
export function measureAccount(
  facts: MeasuringFacts,
  planned: readonly PlannedRegister[],
  rules: MeasuringRules,
): MeasuredAccount {
  const { past } = facts;
  if (past === undefined || !needsPast(facts.account, planned)) {
    const consumptions = planned.map((one) => measureAlone(facts, one, rules));
    return { consumptions, months: [], unexplained: consumptions.flatMap(({ unexplained }) => unexplained) };
  }
  const { months, current, changes, unexplained } = measurePast({ ...facts, past }, planned, rules);
  const consumptions = planned.map((one): MeasuredConsumption => {
    const key = one.register.meterId + one.register.zone;
    const measured = current.get(key);
    if (measured === undefined) return measureAlone(facts, one, rules);
    const { openingValue, closingValue, energy, parts } = measured;
    const basis = basisOf(one, measured.basis);
    const ground = groundOf(facts, one.register, basis, rules);
    // The bill before says where it ended; a register that it did not have begins where it is found to.
    const span = one.register.previous === undefined ? { ...one.span, openingValue } : one.span;
    const overestimated = wattHours(-(changes.get(key) ?? 0) || 0);
    return { ...one, span, closingValue, energy, basis, ground, parts, overestimated, unexplained: [] };
  });
  const alone = consumptions.flatMap((one) => one.unexplained);
  return { consumptions, months, unexplained: [...unexplained, ...alone] };
}

/** From where the month before ended. A meter that is disconnected stands still. */
function measureAlone(
  facts: MeasuringFacts,
  planned: PlannedRegister,
  rules: MeasuringRules,
): MeasuredConsumption {
  const { register, span } = planned;
  // A reading of the day on which the month before ended, looked at alone: what it adds is counted on the day before.
  const from = span.from < span.to ? span.from : addDays(span.to, -1);
  const opening = { value: span.openingValue, on: from };
  const isReadAtOpening = span.readings.some(({ on }) => on <= from);
  const known = isReadAtOpening ? startAt(from, [opening, ...span.readings]) : [opening, ...span.readings];
  const toMeasure: RegisterToMeasure = {
    ...register,
    disconnected: register.isDisabled
      ? [{ from: earlierOf(from, register.installedOn), to: span.to }]
      : disconnectedDays(register),
    known,
    months: [{ period: facts.period, from, to: span.to }],
    average: () => averageOf(facts, register, rules),
  };
  const [measured] = measureRegister(toMeasure);
  if (measured === undefined) throw new Error('a planned register has days');
  const { closingValue, energy, parts } = measured;
  const basis = basisOf(planned, measured.basis);
  const unexplained = stepsOf(register, [measured]);
  const ground = groundOf(facts, register, basis, rules);
  return { ...planned, closingValue, energy, basis, ground, parts, overestimated: fromKwh(0), unexplained };
}

/** A month that was read on its first day alone is brought from there; where a dial stands still since an average is no actual value. */
function basisOf({ span }: PlannedRegister, basis: ConsumptionBasis): ConsumptionBasis {
  if (basis === 'actual' && span.readings.length === 0 && !span.isOpeningActual) return 'estimated';
  return basis === 'estimated' && span.readings.length > 0 ? 'brought' : basis;
}

function groundOf(
  facts: MeasuringFacts,
  register: ClosingRegister,
  basis: ConsumptionBasis,
  rules: MeasuringRules,
): MeasuredConsumption['ground'] {
  return basis === 'actual' ? null : averageOf(facts, register, rules).basis;
}

function averageOf(
  { account, history, period }: Pick<MeasuringFacts, 'account' | 'history' | 'period'>,
  register: ClosingRegister,
  rules: MeasuringRules,
): DailyAverage {
  const usage = history.get(usageKey(account.accountNumber, register.eicCode));
  const facts = { contractedPowerWatts: register.contractedPowerWatts, ...usage };
  return averageDailyConsumption(facts, register.zone, rules(period).normDailyWattHoursPerKilowatt);
}
