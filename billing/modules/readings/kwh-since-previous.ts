import { fromKwh, toKwh } from '#domain/energy.ts';
import {
  consumptionBetween,
  consumptionOverMeters,
  type RegisterSpan,
} from '#domain/readings/consumption-between.ts';
import type { WayFacts } from './reading-store.ts';

type Way = Pick<RegisterSpan, 'previousValue' | 'value' | 'digitCapacity' | 'coefficient'>;

/** Both ends are accepted: whether so much could have passed was judged then, so any way round the dial is possible. */
function spanOf(way: Way): RegisterSpan {
  return { ...way, limit: fromKwh(10 ** way.digitCapacity * way.coefficient) };
}

/**
 * kWh of a register since the accepted reading before: through zero too, and over a replacement of the meter as the sum of
 * both (product.md §7). Null for a first reading, and for a value that is lower without having gone through zero.
 */
export function kwhSincePrevious(value: number, way: WayFacts): number | null {
  const { previousValue, installedValue, replaced, digitCapacity, coefficient } = way;
  if (previousValue !== null) {
    const { kind, energy } = consumptionBetween(spanOf({ previousValue, value, digitCapacity, coefficient }));
    return kind === 'lower' ? null : toKwh(energy);
  }
  if (replaced === null) return null;
  const { removedValue, ...old } = replaced;
  const since = spanOf({ previousValue: installedValue, value, digitCapacity, coefficient });
  return toKwh(consumptionOverMeters([spanOf({ ...old, value: removedValue }), since]));
}
