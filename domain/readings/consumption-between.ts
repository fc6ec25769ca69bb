import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';

/** One register's way from a value to a later one, in units of the register. */
export type RegisterSpan = {
  previousValue: number;
  value: number;
  digitCapacity: number;
  /** kWh in one unit of the register. */
  coefficient: number;
  /** What could have passed at all: see `physicalLimit`. */
  limit: WattHours;
};

/** A slip of the finger on a meter with many digits must still be a number; it is far beyond any physical limit. */
const MOST_KWH = 1e12;

/** `lower`: the value went back and not through zero; no energy can be told then. */
export type ConsumptionBetween = { kind: 'forward' | 'rollOver' | 'lower'; energy: WattHours };

/**
 * Energy between two values of a register, never negative. A lower value is a roll-over through zero when the previous one
 * was at least `rollOverFromPercent` of the capacity and the way through zero is physically possible (facts §2.2).
 */
export function consumptionBetween(span: RegisterSpan, rollOverFromPercent = 90): ConsumptionBetween {
  const difference = span.value - span.previousValue;
  if (difference >= 0) return { kind: 'forward', energy: energyOf(difference, span) };
  const capacity = 10 ** span.digitCapacity;
  // A previous value beyond the capacity is a mistake in the meter's data, not a register near its end.
  const throughZero = difference + capacity;
  const nearTheEnd =
    span.previousValue < capacity && span.previousValue * 100 >= capacity * rollOverFromPercent;
  if (nearTheEnd && energyOf(throughZero, span) <= span.limit) {
    return { kind: 'rollOver', energy: energyOf(throughZero, span) };
  }
  return { kind: 'lower', energy: fromKwh(0) };
}

/**
 * Consumption over a meter replacement: the old meter up to its final value and the new one from its first (product.md §7).
 * A part that went back counts as nothing.
 */
export function consumptionOverMeters(spans: readonly RegisterSpan[], rollOverFromPercent = 90): WattHours {
  return spans
    .map((span) => consumptionBetween(span, rollOverFromPercent).energy)
    .reduce(addEnergy, fromKwh(0));
}

/**
 * Energy over readings of one register that were accepted one after another: whether so much could have passed was judged
 * then, so any way through zero is possible. A step that went back counts as nothing.
 */
export function consumptionThrough(
  values: readonly number[],
  { digitCapacity, coefficient }: Pick<RegisterSpan, 'digitCapacity' | 'coefficient'>,
): WattHours {
  const limit = fromKwh(10 ** digitCapacity * coefficient);
  let total = fromKwh(0);
  for (const [index, value] of values.entries()) {
    const previousValue = values[index - 1] ?? value;
    total = addEnergy(
      total,
      consumptionBetween({ previousValue, value, digitCapacity, coefficient, limit }).energy,
    );
  }
  return total;
}

function energyOf(units: number, span: RegisterSpan): WattHours {
  return fromKwh(Math.min(units * span.coefficient, MOST_KWH));
}
