import type { RoundingMode } from './contract-terms.ts';

/** The quotient as a whole number; exact. The denominator is above zero; a negative numerator mirrors a positive one. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: RoundingMode): bigint {
  if (rounding === 'truncate') return numerator / denominator;
  const size = numerator < 0n ? -numerator : numerator;
  const nearest = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -nearest : nearest;
}
