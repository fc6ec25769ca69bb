import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';
import type { DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import { bringToFirst } from '#domain/readings/bring-to-first.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import { estimateUnits } from '#domain/readings/estimate.ts';
import { physicalLimit } from '#domain/readings/physical-limit.ts';
import { compareDates, daysBetween, type LocalDate } from '#domain/time/local-date.ts';

/** How sure the closing value is. */
export type ConsumptionBasis = 'actual' | 'brought' | 'estimated';

/** A reading of a register as of a day. */
export interface RegisterReading {
  readonly value: number;
  readonly effectiveDate: LocalDate;
}

export interface RegisterToMeasure {
  readonly digitCapacity: number;
  /** kWh in one unit of the register. */
  readonly coefficient: number;
  readonly contractedPowerWatts: number;
  readonly openingValue: number;
  readonly from: LocalDate;
  /** The first day that is not counted any more. */
  readonly to: LocalDate;
  /** The reading of the period. */
  readonly reading: RegisterReading | undefined;
  /** It may have gone through zero from this part of its capacity on, percent; the domain's default unless told. */
  readonly rollOverFromPercent?: number;
  /** Asked for only when there is no reading on the last day. */
  readonly average: () => DailyAverage;
}

export interface MeasuredRegister {
  readonly closingValue: number;
  /** Never negative. */
  readonly energy: WattHours;
  readonly basis: ConsumptionBasis;
}

/**
 * What a register counted between two days (product.md §7, KKOEE 8.6.3): up to the reading, and from it to the last day by
 * average daily consumption; all by average without a reading.
 */
export function measureRegister(register: RegisterToMeasure): MeasuredRegister {
  const { reading, openingValue, coefficient, digitCapacity, from, to } = register;
  if (reading === undefined) {
    const units = estimateUnits(register.average(), daysBetween(from, to), coefficient);
    return {
      closingValue: (openingValue + units) % 10 ** digitCapacity,
      energy: fromKwh(units * coefficient),
      basis: 'estimated',
    };
  }
  return upToReading(register, reading, unitsBetween(register, { value: openingValue, on: from }, reading));
}

/** Units from an actual value to a reading, through zero if that was possible; none when the reading is lower. */
export function unitsBetween(
  register: RegisterToMeasure,
  start: { readonly value: number; readonly on: LocalDate },
  reading: RegisterReading,
): number {
  const { digitCapacity, coefficient, contractedPowerWatts, rollOverFromPercent } = register;
  const limit = physicalLimit(contractedPowerWatts, daysBetween(start.on, reading.effectiveDate));
  const span = { previousValue: start.value, value: reading.value, digitCapacity, coefficient, limit };
  return consumptionBetween(span, rollOverFromPercent).energy / 1000 / coefficient;
}

/** A register with so many units up to its reading, and with the average for the days after it. */
export function upToReading(
  register: RegisterToMeasure,
  reading: RegisterReading,
  units: number,
): MeasuredRegister {
  const energy = fromKwh(units * register.coefficient);
  if (compareDates(reading.effectiveDate, register.to) >= 0)
    return { closingValue: reading.value, energy, basis: 'actual' };
  const brought = bringToFirst(reading, register.to, register.average(), register);
  return {
    closingValue: brought.closingValue,
    energy: addEnergy(energy, brought.energy),
    basis: 'brought',
  };
}
