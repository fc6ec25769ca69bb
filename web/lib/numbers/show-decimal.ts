import { showNumber } from '../format.ts';

const MINUS = '\u2212';

/**
 * A number with at most one decimal: "12,3", "−0,4". Rounded half away from zero; nothing is left of less than a twentieth.
 */
export function showDecimal(value: number): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const whole = showNumber(Math.floor(tenths / 10));
  const sign = value < 0 && tenths > 0 ? MINUS : '';
  return sign + (tenths % 10 === 0 ? whole : `${whole},${tenths % 10}`);
}

/** Rounded as it is shown: small values keep their decimal, large ones have none. "8,4", "812". */
export function showRounded(value: number): string {
  return showDecimal(Math.abs(value) >= 100 ? Math.round(value) : value);
}
