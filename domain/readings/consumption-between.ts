import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';

/** What turns values of a register into energy. */
export type Dial = {
  digitCapacity: number;
  /** kWh in one unit of the register. */
  coefficient: number;
};

/** Two successive values of one register, in its units. */
export type RegisterSpan = Dial & { previousValue: number; value: number };

/** A value that is judged before it is accepted. */
export type JudgedSpan = RegisterSpan & {
  /** Maximum possible energy: see `physicalLimit`. Absent: no power limits the channel. */
  limit?: WattHours | undefined;
};

/** Caps a typing error on a meter with many digits; far above any physical limit. */
const MAX_KWH = 1e12;

/** `lower`: the value went back without a roll-over; the energy is unknown. */
export type ConsumptionBetween = { kind: 'forward' | 'rollOver' | 'lower'; energy: WattHours };

/**
 * Energy between two accepted values of a register, never negative: no rule of submission and no power judges them again
 * (product.md §7). A lower value is a roll-over through zero when that is the shorter way, or when it leaves the last tenth
 * of the dial; else nothing explains it.
 */
export function acceptedConsumption(span: RegisterSpan): ConsumptionBetween {
  const { previousValue, value } = span;
  const back = previousValue - value;
  if (back <= 0) return { kind: 'forward', energy: energyOf(value - previousValue, span) };
  const capacity = 10 ** span.digitCapacity;
  const throughZero = capacity - back;
  const lastTenth = capacity - capacity / 10;
  const leavesLastTenth = previousValue >= lastTenth && value < lastTenth;
  // A previous value beyond the capacity is an error in the meter data, not a register near its end.
  if (previousValue < capacity && (throughZero < back || leavesLastTenth)) {
    return { kind: 'rollOver', energy: energyOf(throughZero, span) };
  }
  return { kind: 'lower', energy: fromKwh(0) };
}

/**
 * Energy up to a value that is judged. A lower value is a roll-over only when the previous one was at least
 * `rollOverFromPercent` of the capacity and the result is physically possible (facts §2.2).
 */
export function consumptionBetween(span: JudgedSpan, rollOverFromPercent: number): ConsumptionBetween {
  const consumption = acceptedConsumption(span);
  if (consumption.kind !== 'rollOver') return consumption;
  const isNearEnd = span.previousValue * 100 >= 10 ** span.digitCapacity * rollOverFromPercent;
  const isPossible = span.limit === undefined || consumption.energy <= span.limit;
  return isNearEnd && isPossible ? consumption : { kind: 'lower', energy: fromKwh(0) };
}

/**
 * Whether a value can't lie between two accepted ones: the dial would have to go back to the later one, or through zero where
 * it did not.
 */
export function isBeyondNext(dial: Dial, previousValue: number, value: number, next: number): boolean {
  const { kind } = acceptedConsumption({ ...dial, previousValue: value, value: next });
  if (kind === 'forward') return false;
  return kind === 'lower' || acceptedConsumption({ ...dial, previousValue, value: next }).kind !== kind;
}

/** Energy over successive accepted values of one register. A step that went back counts as zero. */
export function consumptionThrough(values: readonly number[], dial: Dial): WattHours {
  let total = fromKwh(0);
  for (const [index, value] of values.entries()) {
    const previousValue = values[index - 1] ?? value;
    total = addEnergy(total, acceptedConsumption({ ...dial, previousValue, value }).energy);
  }
  return total;
}

function energyOf(units: number, span: Dial): WattHours {
  return fromKwh(Math.min(units * span.coefficient, MAX_KWH));
}
