import type { Brand } from './brand.ts';
import { withoutSpaces } from './input/tidy-text.ts';

/** A sum of money in whole kopiykas; may be negative. */
export type Kopiykas = Brand<bigint, 'Kopiykas'>;

const NO_BREAK_SPACE = '\u00a0';
const MINUS_SIGN = '\u2212';
const WRITTEN_SUM = /^([-\u2212]?)(\d{1,15})(?:[.,](\d{1,2}))?$/;
const WIRE_SUM = /^-?\d{1,15}\.\d{2}$/;

export const zeroMoney = 0n as Kopiykas;

/**
 * A whole number of kopiykas, also as the database or a file gives it ("43250").
 * @throws RangeError when the value is not an integer.
 */
export function kopiykas(value: bigint | number | string): Kopiykas {
  if (typeof value === 'bigint') return value as Kopiykas;
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of kopiykas: ${value}`);
    return BigInt(value) as Kopiykas;
  }
  if (!/^-?\d+$/.test(value)) throw new RangeError(`Not a whole number of kopiykas: "${value}"`);
  return BigInt(value) as Kopiykas;
}

export function addMoney(a: Kopiykas, b: Kopiykas): Kopiykas {
  return (a + b) as Kopiykas;
}

export function subtractMoney(a: Kopiykas, b: Kopiykas): Kopiykas {
  return (a - b) as Kopiykas;
}

export function negateMoney(a: Kopiykas): Kopiykas {
  return -a as Kopiykas;
}

export function sumMoney(list: Iterable<Kopiykas>): Kopiykas {
  let total = 0n;
  for (const item of list) total += item;
  return total as Kopiykas;
}

/** Negative when a < b, zero when equal, positive when a > b; fit for `sort`. */
export function compareMoney(a: Kopiykas, b: Kopiykas): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function smallerMoney(a: Kopiykas, b: Kopiykas): Kopiykas {
  return compareMoney(a, b) < 0 ? a : b;
}

/** Wire format of a sum in hryvnias, with a point and two decimals: "1234.56", "-0.05". */
export function moneyToWire(sum: Kopiykas): string {
  const { sign, hryvnias, rest } = parts(sum);
  return `${sign ? '-' : ''}${hryvnias}.${rest}`;
}

/**
 * The reverse of `moneyToWire`; strict.
 * @throws RangeError when the text is not such a sum.
 */
export function moneyFromWire(text: string): Kopiykas {
  if (!WIRE_SUM.test(text)) throw new RangeError(`Not a sum of money: "${text}"`);
  return BigInt(text.replace('.', '')) as Kopiykas;
}

/**
 * A sum in hryvnias as a person writes it: "1234.56", "1 234,5", "432". At most two decimals, up to 15 digits before
 * them; a minus is allowed. Anything else is undefined.
 */
export function parseMoney(text: string): Kopiykas | undefined {
  const match = WRITTEN_SUM.exec(withoutSpaces(text));
  if (!match) return undefined;
  const [, sign, hryvnias, decimals = ''] = match;
  const sum = BigInt(`${hryvnias}${decimals.padEnd(2, '0')}`);
  return (sign ? -sum : sum) as Kopiykas;
}

/** A sum as Ukrainian documents print it: "1 234,56" with no-break spaces and, when negative, a true minus sign. */
export function formatMoney(sum: Kopiykas): string {
  const { sign, hryvnias, rest } = parts(sum);
  return `${sign ? MINUS_SIGN : ''}${groupThousands(hryvnias)},${rest}`;
}

/**
 * The value added tax (20 %) inside a gross sum: a sixth, rounded to the nearest kopiyka, halves away from zero, so
 * that a reversal has the same tax. Source: facts 1.1 (4.32 = 3.60 + 0.72).
 */
export function vatInside(gross: Kopiykas): Kopiykas {
  const size = gross < 0n ? -gross : gross;
  const vat = (size + 3n) / 6n;
  return (gross < 0n ? -vat : vat) as Kopiykas;
}

/** "1234567" → "1 234 567" with no-break spaces. */
function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

function parts(sum: Kopiykas): { sign: boolean; hryvnias: string; rest: string } {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(3, '0');
  return { sign: sum < 0n, hryvnias: digits.slice(0, -2), rest: digits.slice(-2) };
}
