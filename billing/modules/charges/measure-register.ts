import { fromKwh, type WattHours, wattHours } from '#domain/energy.ts';
import type { DailyAverage } from '#domain/readings/average-daily-consumption.ts';
import { bringToFirst } from '#domain/readings/bring-to-first.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import { estimateUnits } from '#domain/readings/estimate.ts';
import { physicalLimit } from '#domain/readings/physical-limit.ts';
import { compareDates, daysBetween, type LocalDate } from '#domain/time/local-date.ts';

/** How sure the closing value is. */
export type ConsumptionBasis = 'actual' | 'brought' | 'estimated';

export interface RegisterToMeasure {
  readonly digitCapacity: number;
  /** kWh in one unit of the register. */
  readonly coefficient: number;
  readonly contractedPowerWatts: number;
  readonly openingValue: number;
  /** Whether the opening value was read and not made by an average. */
  readonly isOpeningActual: boolean;
  readonly from: LocalDate;
  /** The first day that is not counted any more. */
  readonly to: LocalDate;
  /** The reading of the period. */
  readonly reading: { readonly value: number; readonly effectiveDate: LocalDate } | undefined;
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
  /** What the opening value was too high by: charged earlier by average, and to be given back. */
  readonly overestimated: WattHours;
}

/**
 * What a register counted between two days (product.md §7, KKOEE 8.6.3): up to the reading, and from it to the last day by
 * average daily consumption; all by average without a reading. A reading below an opening value that was estimated shows
 * that too much was charged: then nothing was consumed, and the difference is an overestimate.
 */
export function measureRegister(register: RegisterToMeasure): MeasuredRegister {
  const { reading, openingValue, coefficient, digitCapacity, from, to } = register;
  if (reading === undefined) {
    const units = estimateUnits(register.average(), daysBetween(from, to), coefficient);
    return {
      closingValue: (openingValue + units) % 10 ** digitCapacity,
      energy: fromKwh(units * coefficient),
      basis: 'estimated',
      overestimated: fromKwh(0),
    };
  }
  const isOnLastDay = compareDates(reading.effectiveDate, to) >= 0;
  const brought = isOnLastDay
    ? { closingValue: reading.value, energy: fromKwh(0) }
    : bringToFirst(reading, to, register.average(), register);
  const basis = isOnLastDay ? 'actual' : 'brought';
  const net = energyToReading(register, reading) + brought.energy;
  return {
    closingValue: brought.closingValue,
    energy: wattHours(Math.max(net, 0)),
    basis,
    overestimated: wattHours(register.isOpeningActual ? 0 : Math.max(-net, 0)),
  };
}

/** Wh from the opening value to the reading; below zero when the opening was estimated too high, also through zero. */
function energyToReading(
  register: RegisterToMeasure,
  reading: { readonly value: number; readonly effectiveDate: LocalDate },
): number {
  const { openingValue, coefficient, digitCapacity, isOpeningActual } = register;
  const limit = physicalLimit(
    register.contractedPowerWatts,
    daysBetween(register.from, reading.effectiveDate),
  );
  const span = { previousValue: openingValue, value: reading.value, digitCapacity, coefficient, limit };
  const between = consumptionBetween(span, register.rollOverFromPercent);
  if (isOpeningActual) return between.energy;
  if (between.kind === 'lower') return -fromKwh((openingValue - reading.value) * coefficient);
  // The estimate went through zero and the register has not yet: the way back is short, the way forward impossible.
  const wayBack = fromKwh((openingValue + 10 ** digitCapacity - reading.value) * coefficient);
  const wentThroughZero = between.kind === 'forward' && between.energy > limit && wayBack <= limit;
  return wentThroughZero ? -wayBack : between.energy;
}
