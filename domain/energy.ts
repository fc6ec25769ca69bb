import type { Brand } from './brand.ts';

/** Energy in whole watt-hours. */
export type WattHours = Brand<number, 'WattHours'>;

const WATT_HOURS_IN_KWH = 1000;
const NO_BREAK_SPACE = '\u00a0';
const MINUS_SIGN = '\u2212';

/** @throws RangeError when the number is not a (safe) integer. */
export function wattHours(value: number): WattHours {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of watt-hours: ${value}`);
  return value as WattHours;
}

/**
 * Whole kilowatt-hours, as meters and bills count them.
 * @throws RangeError when the number is not an integer.
 */
export function fromKwh(kwh: number): WattHours {
  if (!Number.isSafeInteger(kwh)) throw new RangeError(`Not a whole number of kWh: ${kwh}`);
  return wattHours(kwh * WATT_HOURS_IN_KWH);
}

/** Kilowatt-hours with up to three decimals. */
export function toKwh(energy: WattHours): number {
  return energy / WATT_HOURS_IN_KWH;
}

export function addEnergy(a: WattHours, b: WattHours): WattHours {
  return (a + b) as WattHours;
}

/** Kilowatt-hours as Ukrainian documents print them, without the unit: "1 234", "0,5". */
export function formatKwh(energy: WattHours): string {
  const size = Math.abs(energy);
  const rest = size % WATT_HOURS_IN_KWH;
  const whole = String((size - rest) / WATT_HOURS_IN_KWH).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  const decimals = rest === 0 ? '' : `,${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  return `${energy < 0 ? MINUS_SIGN : ''}${whole}${decimals}`;
}

/** Tenths of a percent that rounded parts may be off in sum. */
const mostOffTenths = 10;

/** Whether percents with one decimal make a whole, give or take one percent. */
export function isWholeMix(parts: readonly { readonly percent: string }[]): boolean {
  const tenths = parts.reduce((sum, { percent }) => sum + Math.round(Number(percent) * 10), 0);
  return Math.abs(tenths - 1000) <= mostOffTenths;
}
