import { countDays, shareByDays } from '#domain/charges/share-by-days.ts';
import { fromKwh, type WattHours } from '#domain/energy.ts';
import { type DailyAverage, estimateUnits } from '#domain/readings/average-daily-consumption.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { type DayRange, type LocalDate, laterOf } from '#domain/time/local-date.ts';

/** How sure the closing value is. */
export type ConsumptionBasis = 'actual' | 'brought' | 'estimated';

/** A value that a register showed on a day. */
export interface KnownValue {
  readonly value: number;
  readonly on: LocalDate;
}

/** The days of a period in which a register counts for an account. */
export interface MonthDays extends DayRange {
  readonly period: BillingPeriod;
}

export interface RegisterToMeasure {
  readonly digitCapacity: number;
  /** kWh in one unit of the register. */
  readonly coefficient: number;
  /** One a day, in their order, at least one: the first is where the register begins to count. */
  readonly known: readonly KnownValue[];
  /** Days on which the metering point was disconnected: nothing is counted on them. */
  readonly disconnected?: readonly DayRange[];
  /** One after another; a month may have no days. */
  readonly months: readonly MonthDays[];
  /** The average of a month; asked for only when days of it lie after the last known value. */
  readonly average: (period: BillingPeriod) => DailyAverage;
}

/** A step between two accepted values that went back, and no roll-over explains it: it counts as nothing. */
interface UnexplainedStep {
  readonly previous: KnownValue;
  readonly value: KnownValue;
}

/** What was counted on some days: between two known values, or by average. */
export interface MeasuredPart {
  readonly days: DayRange;
  /** Never negative. */
  readonly energy: WattHours;
}

export interface MeasuredMonth extends MonthDays {
  readonly openingValue: number;
  readonly closingValue: number;
  /** The sum of its parts. */
  readonly energy: WattHours;
  readonly basis: ConsumptionBasis;
  readonly parts: readonly MeasuredPart[];
  /** Steps that end in its days. */
  readonly unexplained: readonly UnexplainedStep[];
}

/** Days of a month with what the register counted on them, and what it showed before and after them. */
interface Share extends DayRange {
  readonly units: number;
  readonly openingValue: number;
  readonly closingValue: number;
}

/**
 * What a register counted in each of some months (product.md §7, KKOEE 8.6.3); months without a day are left out. What lies
 * between two known values is shared by days over the months between them, in whole units; a known value is never shared
 * over. After the last one each month has its average daily consumption. Days on which the point was disconnected have no
 * share: what is found to have been counted on such days alone belongs to the last of them.
 */
export function measureRegister(register: RegisterToMeasure): MeasuredMonth[] {
  const { known, coefficient } = register;
  const months = register.months.filter(({ from, to }) => from < to);
  const shares: Share[] = [];
  const unexplained: UnexplainedStep[] = [];
  for (const [index, start] of known.entries()) {
    const end = known[index + 1];
    if (end === undefined) break;
    const { kind, energy } = acceptedConsumption({
      ...register,
      previousValue: start.value,
      value: end.value,
    });
    shares.push(...sharesBetween(register, energy / 1000 / coefficient, start, end));
    if (kind === 'lower') unexplained.push({ previous: start, value: end });
  }
  addAverages(register, months, shares);
  return months.map((month) => {
    const own = shares.filter(({ from, to }) => from >= month.from && to <= month.to);
    return {
      ...month,
      openingValue: own[0]?.openingValue ?? 0,
      closingValue: own.at(-1)?.closingValue ?? 0,
      energy: fromKwh(own.reduce((sum, { units }) => sum + units, 0) * coefficient),
      basis: basisOf(register, month),
      parts: own.map(({ from, to, units }) => ({ days: { from, to }, energy: fromKwh(units * coefficient) })),
      unexplained: unexplained.filter(({ value: { on } }) => on > month.from && on <= month.to),
    };
  });
}

/** Units between two known values, cut at the ends of calendar months and of the days that count. */
function sharesBetween(
  register: RegisterToMeasure,
  total: number,
  start: KnownValue,
  end: KnownValue,
): Share[] {
  const { disconnected = [] } = register;
  const cuts = new Set<LocalDate>(bordersOf(disconnected, start.on, end.on));
  for (let first = firstDayAfter(periodOf(start.on)); first < end.on; first = firstDayAfter(periodOf(first)))
    cuts.add(first);
  for (const { from, to } of register.months)
    for (const day of [from, to]) if (day > start.on && day < end.on) cuts.add(day);
  const ends = [...cuts].sort();
  let value = start.value;
  return shareByDays(total, start.on, end.on, ends, disconnected).map((units, index) => {
    const openingValue = value;
    value = index === ends.length ? end.value : (value + units) % 10 ** register.digitCapacity;
    const from = ends[index - 1] ?? start.on;
    return { from, to: ends[index] ?? end.on, units, openingValue, closingValue: value };
  });
}

/** The days between two at which ranges begin or end. */
function bordersOf(ranges: readonly DayRange[], after: LocalDate, before: LocalDate): LocalDate[] {
  return ranges.flatMap(({ from, to }) => [from, to]).filter((day) => day > after && day < before);
}

/** The days of the months after the last known value, by average. */
function addAverages(register: RegisterToMeasure, months: readonly MonthDays[], shares: Share[]): void {
  const last = register.known.at(-1) as KnownValue;
  const { disconnected = [] } = register;
  let { value } = last;
  for (const { period, from: monthFrom, to } of months) {
    const from = laterOf(monthFrom, last.on);
    if (from >= to) continue;
    const days = countDays({ from, to }, disconnected);
    const total = days === 0 ? 0 : estimateUnits(register.average(period), days, register.coefficient);
    const ends = bordersOf(disconnected, from, to).sort();
    for (const [index, units] of shareByDays(total, from, to, ends, disconnected).entries()) {
      const openingValue = value;
      value = (value + units) % 10 ** register.digitCapacity;
      const days = { from: ends[index - 1] ?? from, to: ends[index] ?? to };
      shares.push({ ...days, units, openingValue, closingValue: value });
    }
  }
}

/** `brought`: a value inside the days, or beyond them, of which days have their share. A disconnected point stands still. */
function basisOf({ known, disconnected = [] }: RegisterToMeasure, { from, to }: MonthDays): ConsumptionBasis {
  const last = known.findLast(({ on }) => on <= to);
  if (last !== undefined && countDays({ from: last.on, to }, disconnected) === 0) return 'actual';
  return known.some(({ on }, index) => on > to || (index > 0 && on > from)) ? 'brought' : 'estimated';
}

/** An unexplained step of a register. */
export interface RegisterStep extends UnexplainedStep {
  readonly meterId: string;
  readonly zone: Zone;
}

/** Unexplained steps of a register in some of its months. */
export function stepsOf(
  { meterId, zone }: Pick<RegisterStep, 'meterId' | 'zone'>,
  months: Iterable<MeasuredMonth>,
): RegisterStep[] {
  return [...months].flatMap(({ unexplained }) => unexplained.map((step) => ({ ...step, meterId, zone })));
}
