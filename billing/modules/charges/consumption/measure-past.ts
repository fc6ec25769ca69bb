import type { ChannelEnergy } from '#billing/modules/contracts/public.ts';
import type { ChargedPoint } from '#billing/modules/invoices/public.ts';
import type { ChargeLine, ZoneConsumption } from '#domain/charges/charge-line.ts';
import { fromKwh, wattHours } from '#domain/energy.ts';
import { averageDailyConsumption, type DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import {
  addMonths,
  type BillingPeriod,
  firstDay,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import { addDays, type DayRange, laterOf } from '#domain/time/local-date.ts';
import type { MeasuringFacts, MeasuringRules, PlannedRegister } from '../charge-line-data.ts';
import {
  type AccountPast,
  type ConsumptionInForce,
  type DatedValue,
  type PastRegister,
  usageKey,
} from '../closing/closing-facts.ts';
import { type Observation, usageOfLastActual, usageOfMonth } from './load-usage-history.ts';
import {
  type MeasuredMonth,
  type MonthDays,
  measureRegister,
  type RegisterStep,
  stepsOf,
} from './measure-register.ts';
import { disconnectedDays, oneADay, registerDays, startAt, valuesWithin } from './register-span.ts';

/** A month before the period that is charged anew. */
export interface RecalculatedMonth {
  readonly period: BillingPeriod;
  /** What all registers of the account counted, as it is known now. */
  readonly consumptions: readonly ZoneConsumption[];
  /** What of it differs from what was in force. */
  readonly revisions: readonly ConsumptionRevision[];
  /** What was in force. */
  readonly inForce: readonly ConsumptionInForce[];
  /** What is in force with the revisions, registers included that had nothing before. */
  readonly counted: readonly ConsumptionInForce[];
  /** What all bills so far charged for its days. */
  readonly lines: readonly ChargeLine[];
  /** Without a line of its own: what was in force before any recalculation. */
  readonly broughtIn: readonly ConsumptionInForce[];
  /** Contracted power of each point in W, by EIC. */
  readonly powerOf: ReadonlyMap<string, number>;
  /** Of a contract (`AccountPast`). */
  readonly channels: readonly ChannelEnergy[];
  readonly quantities: readonly ChargedPoint[];
}

/** What a register counted in a month, in place of what was in force. */
export interface ConsumptionRevision extends Omit<ConsumptionInForce, 'scheme' | 'eicCode'> {
  readonly period: BillingPeriod;
}

export interface MeasuredPast {
  /** The latest first. */
  readonly months: readonly RecalculatedMonth[];
  /** The period itself, for the registers whose months before are measured anew. */
  readonly current: ReadonlyMap<string, MeasuredMonth>;
  /** Wh by register that the months changed by. */
  readonly changes: ReadonlyMap<string, number>;
  /** Of the months that are measured again and of `current`. */
  readonly unexplained: readonly RegisterStep[];
}

interface RegisterAnew {
  readonly register: PastRegister;
  readonly key: string;
  readonly known: readonly DatedValue[];
  /** The first month that is measured anew; the period itself: none. */
  readonly begin: BillingPeriod;
  readonly months: readonly MonthDays[];
}

/** A year: so many months may be measured before the first of them is the base of an average. */
const MONTHS_OF_AVERAGE = 12;

/** A register that was read after it had been charged by average, or again for the day on which the month before ended. */
export function isReadAgain({ span }: PlannedRegister): boolean {
  const [first] = span.readings;
  if (first === undefined) return false;
  return !span.isOpeningActual || (first.on <= span.from && first.value !== span.openingValue);
}

/**
 * Measures months before the period from what is known now (product.md §7): all from the first month that a request names, and
 * the days since the last known value of a register before that month, or before it was read again. What is in force stays for
 * registers that nothing touches. Units lie where they would lie had everything been known at once.
 */
export function measurePast(
  facts: MeasuringFacts & { readonly past: AccountPast },
  planned: readonly PlannedRegister[],
  rules: MeasuringRules,
): MeasuredPast {
  const { past, period } = facts;
  const registers = past.registers.map((register) => registerAnew(facts, planned, register));
  const months = monthsBetween(past.since, period);
  let measured = new Map<string, ReadonlyMap<BillingPeriod, MeasuredMonth>>();
  let decided: readonly DecidedMonth[] = [];
  for (let count = MONTHS_OF_AVERAGE; ; count += MONTHS_OF_AVERAGE) {
    const known = new Map(decided.map((month) => [month.period, month.counted]));
    measured = new Map(
      registers.map((one) => [one.key, measureMonths(facts, registers, one, known, count, rules)]),
    );
    decided = months.slice(0, count).map((month) => decideMonth(past, registers, month, measured));
    if (count > months.length) break;
  }
  const changes = new Map<string, number>();
  for (const { changesOf } of decided)
    for (const [key, change] of changesOf) changes.set(key, (changes.get(key) ?? 0) + change);
  const current = new Map<string, MeasuredMonth>();
  for (const { key, begin } of registers) {
    const month = measured.get(key)?.get(period);
    if (month !== undefined && begin < period) current.set(key, month);
  }
  const unexplained = registers.flatMap(({ register, key, begin }) => {
    const own = [...(measured.get(key)?.values() ?? [])];
    return begin < period
      ? stepsOf(
          register,
          own.filter((month) => month.period >= begin),
        )
      : [];
  });
  const recalculated = decided.filter((month) => registers.some(({ begin }) => begin <= month.period));
  return { months: recalculated.reverse(), current, changes, unexplained };
}

function monthsBetween(since: BillingPeriod, period: BillingPeriod): BillingPeriod[] {
  const months: BillingPeriod[] = [];
  for (let month = since; month < period; month = addMonths(month, 1)) months.push(month);
  return months;
}

function keyOf(register: { readonly meterId: string; readonly zone: string }): string {
  return register.meterId + register.zone;
}

/** What is known of a register up to the period, and from where on it is measured anew. */
function registerAnew(
  { account, period, past, onlyMeter }: MeasuringFacts & { readonly past: AccountPast },
  planned: readonly PlannedRegister[],
  register: PastRegister,
): RegisterAnew {
  const key = keyOf(register);
  const plan = planned.find((one) => keyOf(one.register) === key);
  const chargedFrom = laterOf(laterOf(register.installedOn, account.openedOn), firstDay(past.firstMeasured));
  const values = valuesWithin(account, register, readingsOf(account, period, register), period);
  const asked = account.recalculateFrom ?? period;
  const from = asked > past.since ? asked : past.since;
  const isTouched =
    (onlyMeter ?? register.meterId) === register.meterId &&
    (account.recalculateFrom !== null || (plan !== undefined && isReadAgain(plan)));
  const before = values.findLast((value) => value.period < from);
  const isKnownLater = values.some((value) => value.period >= from);
  let begin = isTouched ? from : period;
  if (isTouched && isKnownLater && before !== undefined && periodOf(before.on) < begin)
    begin = periodOf(before.on);
  if (begin < past.since) begin = past.since;
  const days = monthsBetween(past.since, period).map((month): MonthDays => {
    const { from: first, to } = registerDays(account, register, month);
    return { period: month, from: laterOf(first, chargedFrom), to };
  });
  const known = startAt(chargedFrom, values);
  return {
    register,
    key,
    begin,
    known: isTouched && isKnownLater ? startAtCap(past, key, known, before) : known,
    months: plan === undefined ? days : [...days, { period, from: plan.span.from, to: plan.span.to }],
  };
}

/** Readings before and of the period, and the value with which the register began. */
function readingsOf(
  account: MeasuringFacts['account'],
  period: BillingPeriod,
  register: PastRegister,
): DatedValue[] {
  const { installedOn, installedValue } = register;
  const now = account.registers.find((one) => keyOf(one) === keyOf(register))?.readings ?? [];
  return [
    { value: installedValue, on: installedOn, period: periodOf(installedOn) },
    ...register.earlier,
    ...now.map((reading) => ({ ...reading, period })),
  ];
}

/**
 * Months before the limitation of actions stay as they are: of a register that was not read since, the first month after it
 * begins where it was said to begin.
 */
function startAtCap(
  past: AccountPast,
  key: string,
  known: readonly DatedValue[],
  before: DatedValue | undefined,
): readonly DatedValue[] {
  const cap = firstDay(past.since);
  const charged = past.consumptions.get(past.since)?.find((one) => keyOf(one) === key);
  if (before === undefined || before.on >= cap || charged?.from !== cap) return known;
  const start = { value: charged.openingValue, on: cap, period: past.since };
  return [start, ...known.filter(({ on }) => on > cap)];
}

function measureMonths(
  facts: MeasuringFacts & { readonly past: AccountPast },
  registers: readonly RegisterAnew[],
  { register, known, months }: RegisterAnew,
  recalculated: ReadonlyMap<BillingPeriod, readonly ConsumptionInForce[]>,
  count: number,
  rules: MeasuringRules,
): ReadonlyMap<BillingPeriod, MeasuredMonth> {
  const measured = measureRegister({
    ...register,
    disconnected: disconnectedDays(register),
    known,
    months: months.slice(0, count),
    average: (month) => averageOf(facts, registers, register, recalculated, month, rules),
  });
  return new Map(measured.map((month) => [month.period, month]));
}

/** The contracted power at the end of a month. */
function powerIn({ pointChanges, contractedPowerWatts }: PastRegister, month: BillingPeriod): number {
  const end = firstDayAfter(month);
  const change = pointChanges?.findLast((one) => one.from < end && one.contractedPowerWatts !== null);
  return change?.contractedPowerWatts ?? contractedPowerWatts;
}

/** The average of a month, of what was known when it was over. */
function averageOf(
  { account, period, history, past }: MeasuringFacts & { readonly past: AccountPast },
  registers: readonly RegisterAnew[],
  register: PastRegister,
  recalculated: ReadonlyMap<BillingPeriod, readonly ConsumptionInForce[]>,
  month: BillingPeriod,
  rules: MeasuringRules,
): DailyAverage {
  if (month === period && register.isDisabled) return { energy: fromKwh(0), days: 1, basis: 'lastActual' };
  const contractedPowerWatts = powerIn(register, month);
  const before = addMonths(month, -MONTHS_OF_AVERAGE);
  const usage =
    month === period && before < past.since
      ? history.get(usageKey(account.accountNumber, register.eicCode))
      : {
          lastYear: usageOfMonth(
            ((before < past.since ? past.consumptions : recalculated).get(before) ?? []).filter(
              ({ eicCode }) => eicCode === register.eicCode,
            ),
          ),
          lastActual: usageOfLastActual(
            registers
              .filter((one) => one.register.eicCode === register.eicCode)
              .flatMap((one) => observationOf(account, period, one.register, month)),
          ),
        };
  return averageDailyConsumption(
    { contractedPowerWatts, ...usage },
    register.zone,
    rules(month).normDailyWattHoursPerKilowatt,
  );
}

/** The last two actual values of a register that a month knew, of each month of days the last reading. */
function observationOf(
  account: MeasuringFacts['account'],
  period: BillingPeriod,
  register: PastRegister,
  month: BillingPeriod,
): Observation[] {
  const { installedOn, removedOn, removedValue } = register;
  if (periodOf(installedOn) > month) return [];
  const [installed, ...readings] = readingsOf(account, period, register) as [DatedValue, ...DatedValue[]];
  const values = [
    { ...installed, monthOfDays: 'installed' },
    ...readings
      .filter((reading) => reading.period <= month)
      .map((reading) => ({ ...reading, monthOfDays: String(periodOf(addDays(reading.on, -1))) })),
  ];
  if (removedOn !== null && removedValue !== null && periodOf(addDays(removedOn, -1)) <= month)
    values.push({ value: removedValue, on: removedOn, period: month, monthOfDays: 'removed' });
  const ofDays = oneADay(values.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)));
  const ofMonths = [...new Map(ofDays.map((value) => [value.monthOfDays, value])).values()];
  const [earlier, last] = ofMonths.length > 1 ? ofMonths.slice(-2) : [undefined, ofMonths.at(-1)];
  if (last === undefined) return [];
  return [
    {
      ...register,
      value: last.value,
      onDate: last.on,
      earlierValue: earlier?.value ?? null,
      earlierDate: earlier?.on ?? null,
    },
  ];
}

interface DecidedMonth extends RecalculatedMonth {
  readonly changesOf: ReadonlyMap<string, number>;
}

/** What each register counted in a month: as it is measured now, or as it is in force. */
function decideMonth(
  past: AccountPast,
  registers: readonly RegisterAnew[],
  period: BillingPeriod,
  measured: ReadonlyMap<string, ReadonlyMap<BillingPeriod, MeasuredMonth>>,
): DecidedMonth {
  const inForce = past.consumptions.get(period) ?? [];
  const consumptions: ZoneConsumption[] = [];
  const revisions: ConsumptionRevision[] = [];
  const counted: ConsumptionInForce[] = [];
  const changesOf = new Map<string, number>();
  for (const { register, key, begin } of registers) {
    const charged = inForce.find((one) => keyOf(one) === key);
    const month = measured.get(key)?.get(period);
    const isRecalculated = begin <= period && !(charged !== undefined && isUnknown(register, month));
    if (!isRecalculated && charged === undefined) continue;
    // What is in force knows no parts: where it is what would be measured now, its parts are taken from there.
    if (isRecalculated || month?.energy === charged?.energyWh) consumptions.push(...partsOf(register, month));
    else if (charged !== undefined) consumptions.push(asCharged(charged));
    const row = isRecalculated ? rowOf(register, month, charged) : charged;
    if (row === undefined) continue;
    counted.push(row);
    if (!isRecalculated) continue;
    changesOf.set(key, row.energyWh - (charged?.energyWh ?? 0));
    if (
      charged === undefined ||
      row.energyWh !== charged.energyWh ||
      row.from !== charged.from ||
      row.to !== charged.to
    )
      revisions.push({ ...row, period });
  }
  return {
    period,
    consumptions,
    revisions,
    counted,
    changesOf,
    inForce,
    lines: past.lines.get(period) ?? [],
    broughtIn: past.broughtIn.get(period) ?? inForce,
    powerOf: new Map(registers.map(({ register }) => [register.eicCode, powerIn(register, period)])),
    channels: past.channels.get(period) ?? [],
    quantities: past.quantities.get(period) ?? [],
  };
}

/** Since when a meter is switched off is not known: a month without a value stays as it was charged. */
function isUnknown(register: PastRegister, month: MeasuredMonth | undefined): boolean {
  return register.isDisabled && month?.basis === 'estimated';
}

function partsOf({ scheme, zone }: PastRegister, month: MeasuredMonth | undefined): ZoneConsumption[] {
  return (month?.parts ?? []).map(({ days, energy }) => ({
    scheme,
    zone,
    energy,
    days,
    isEstimated: month?.basis === 'estimated',
  }));
}

/** What is in force as it is charged: on all its days. */
export function asCharged({ scheme, zone, energyWh, basis, from, to }: ConsumptionInForce): ZoneConsumption {
  const days: DayRange = { from, to };
  return { scheme, zone, energy: wattHours(energyWh), isEstimated: basis === 'estimated', days };
}

/** A register that has no days of the month any more counted nothing on none; undefined: it never had any. */
function rowOf(
  { meterId, zone, scheme, eicCode }: PastRegister,
  month: MeasuredMonth | undefined,
  charged: ConsumptionInForce | undefined,
): ConsumptionInForce | undefined {
  if (month === undefined) {
    return charged && { ...charged, energyWh: 0, to: charged.from, closingValue: charged.openingValue };
  }
  const { energy, basis, from, to, openingValue, closingValue } = month;
  return { meterId, zone, scheme, eicCode, energyWh: energy, basis, from, to, openingValue, closingValue };
}
