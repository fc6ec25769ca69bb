import { text } from './text.ts';

/** The current price per kWh of an ordinary household, '4.32' hryvnias. */
export interface Prices {
  readonly day: string;
  readonly night: string;
}

/** `prices` are undefined while loading; `isMissing`: not available, or no single figure. */
export interface TodayPrices {
  readonly prices: Prices | undefined;
  readonly isMissing: boolean;
}

/** A price for display: '4.32' is «4,32». */
export function showPrice(price: string): string {
  return price.replace('.', ',');
}

/**
 * The cost of energy at a price, truncated to a kopiyka. A price has six decimals at most, so that integers are
 * exact.
 */
export function costOf(kwh: number, price: string): string {
  const kopiykas = Math.trunc((Math.round(Number(price) * 1_000_000) * kwh) / 10_000);
  return `${(kopiykas / 100).toLocaleString('uk', { minimumFractionDigits: 2 })}\u00a0${text.unit}`;
}
