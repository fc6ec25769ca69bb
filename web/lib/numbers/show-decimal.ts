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

/** A tick of a scale, exact to its two first digits: "2,5", "0,015", "1 500". */
export function showTick(value: number): string {
  const size = Math.floor(Math.log10(Math.abs(value) || 1));
  const [whole, decimals = ''] = Math.abs(value)
    .toFixed(Math.min(20, Math.max(0, 1 - size)))
    .split('.');
  const left = decimals.replace(/0+$/, '');
  return (value < 0 ? MINUS : '') + showNumber(Number(whole)) + (left && `,${left}`);
}
