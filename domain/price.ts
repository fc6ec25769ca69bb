import type { Brand } from './brand.ts';
import type { WattHours } from './energy.ts';
import { withoutSpaces } from './input/tidy-text.ts';
import type { Kopiykas } from './money.ts';

/** The price of a kWh in millionths of a hryvnia; exact. VAT is included for households; of an entity see `VatBase`. */
export type Price = Brand<bigint, 'Price'>;

/** Zone multiplier of the price, in thousandths: 500 is 0.5. */
export type Coefficient = Brand<number, 'Coefficient'>;

const PRICE_TEXT = /^(\d{1,9})(?:\.(\d{1,6}))?$/;
const COEFFICIENT_TEXT = /^(\d{1,3})(?:\.(\d{1,3}))?$/;

/** Watt-hours × millionths of a hryvnia × thousandths per kopiyka. */
const LINE_UNITS_IN_KOPIYKA = 10_000_000_000n;
const LINE_UNITS_NUMBER = 10_000_000_000;

export const fullCoefficient = 1000 as Coefficient;

/**
 * A price in hryvnias with at most six decimals: "4.32".
 * @throws RangeError when the text is not such a price.
 */
export function priceFromText(text: string): Price {
  const match = PRICE_TEXT.exec(text);
  if (!match) throw new RangeError(`Not a price: "${text}"`);
  const [, whole, decimals = ''] = match;
  return BigInt(`${whole}${decimals.padEnd(6, '0')}`) as Price;
}

/** A price as a person writes it, with a comma or a point; undefined: it is none. */
export function parsePrice(text: string): Price | undefined {
  const written = withoutSpaces(text).replace(',', '.');
  return PRICE_TEXT.test(written) ? priceFromText(written) : undefined;
}

/** The reverse of `priceFromText`: as many decimals as needed, at least two. */
export function priceToText(price: Price): string {
  const digits = price.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`;
}

/** A price as Ukrainian documents print it: "4,32", "1,728". */
export function formatPrice(price: Price): string {
  return priceToText(price).replace('.', ',');
}

/** A price of an invoice, as contracts state it: five decimals, six when it needs them: "0,15000", "5,980375". */
export function formatContractPrice(price: Price): string {
  const [whole = '', decimals = ''] = priceToText(price).split('.');
  return `${whole},${decimals.padEnd(5, '0')}`;
}

/**
 * A coefficient with at most three decimals: "0.5".
 * @throws RangeError when the text is not such a coefficient.
 */
export function coefficientFromText(text: string): Coefficient {
  const match = COEFFICIENT_TEXT.exec(text);
  if (!match) throw new RangeError(`Not a coefficient: "${text}"`);
  const [, whole, decimals = ''] = match;
  return Number(`${whole}${decimals.padEnd(3, '0')}`) as Coefficient;
}

/** The reverse of `coefficientFromText`: "0.5", "1", "1.5". */
export function coefficientToText(coefficient: Coefficient): string {
  return String(coefficient / 1000);
}

/**
 * The zone price for display: price × coefficient, truncated to a millionth of a hryvnia. Sums use `lineAmount`,
 * which does not round in between.
 */
export function zonePrice(price: Price, coefficient: Coefficient): Price {
  return ((price * BigInt(coefficient)) / 1000n) as Price;
}

/**
 * Energy × price × coefficient, truncated toward zero to the kopiyka; exact integers throughout. Source: product.md 7
 * ("a line is truncated to the kopiyka").
 */
export function lineAmount(energy: WattHours, price: Price, coefficient: Coefficient): Kopiykas {
  const product = energy * coefficient * Number(price);
  // A safe-integer product is exact; number arithmetic is faster than bigint.
  if (Number.isSafeInteger(product)) {
    return BigInt((product - (product % LINE_UNITS_NUMBER)) / LINE_UNITS_NUMBER) as Kopiykas;
  }
  return ((BigInt(energy) * BigInt(coefficient) * price) / LINE_UNITS_IN_KOPIYKA) as Kopiykas;
}
