import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';

/** Two successive values of one register, in its units. */
export type RegisterSpan = {
  previousValue: number;
  value: number;
  digitCapacity: number;
  /** kWh in one unit of the register. */
  coefficient: number;
  /** Maximum possible energy: see `physicalLimit`. */
  limit: WattHours;
};

/** Caps a typing error on a meter with many digits; far above any physical limit. */
const MAX_KWH = 1e12;

/** `lower`: the value went back without a roll-over; the energy is unknown. */
export type ConsumptionBetween = { kind: 'forward' | 'rollOver' | 'lower'; energy: WattHours };

/**
 * Energy between two values of a register, never negative. A lower value is a roll-over through zero when the
 * previous one was at least `rollOverFromPercent` of the capacity and the result is physically possible (facts §2.2).
 */
export function consumptionBetween(span: RegisterSpan, rollOverFromPercent: number): ConsumptionBetween {
  const difference = span.value - span.previousValue;
  if (difference >= 0) return { kind: 'forward', energy: energyOf(difference, span) };
  const capacity = 10 ** span.digitCapacity;
  // A previous value beyond the capacity is an error in the meter data, not a register near its end.
  const throughZero = difference + capacity;
  const nearTheEnd =
    span.previousValue < capacity && span.previousValue * 100 >= capacity * rollOverFromPercent;
  if (nearTheEnd && energyOf(throughZero, span) <= span.limit) {
    return { kind: 'rollOver', energy: energyOf(throughZero, span) };
  }
  return { kind: 'lower', energy: fromKwh(0) };
}

/**
 * Consumption over a meter replacement: the old meter to its final value and the new one from its first (product.md
 * §7). A part that went back counts as zero.
 */
export function consumptionOverMeters(
  spans: readonly RegisterSpan[],
  rollOverFromPercent: number,
): WattHours {
  return spans
    .map((span) => consumptionBetween(span, rollOverFromPercent).energy)
    .reduce(addEnergy, fromKwh(0));
}

/** What a register counts from zero to zero: the limit where values were accepted before and any roll-over is possible. */
export function capacityEnergy({
  digitCapacity,
  coefficient,
}: Pick<RegisterSpan, 'digitCapacity' | 'coefficient'>): WattHours {
  return fromKwh(Math.min(10 ** digitCapacity * coefficient, MAX_KWH));
}

/**
 * Energy over successive accepted readings of one register: the physical limit was checked then, so any roll-over is
 * possible. A step that went back counts as zero.
 */
export function consumptionThrough(
  values: readonly number[],
  { digitCapacity, coefficient }: Pick<RegisterSpan, 'digitCapacity' | 'coefficient'>,
  rollOverFromPercent: number,
): WattHours {
  const limit = capacityEnergy({ digitCapacity, coefficient });
  let total = fromKwh(0);
  for (const [index, value] of values.entries()) {
    const previousValue = values[index - 1] ?? value;
    const span = { previousValue, value, digitCapacity, coefficient, limit };
    total = addEnergy(total, consumptionBetween(span, rollOverFromPercent).energy);
  }
  return total;
}

function energyOf(units: number, span: RegisterSpan): WattHours {
  return fromKwh(Math.min(units * span.coefficient, MAX_KWH));
}
