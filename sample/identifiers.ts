import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';
import { daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { Random } from './random.ts';

const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RNOKPP_WEIGHTS = [-1, 5, 7, 9, 4, 6, 10, 5, 7] as const;
const RNOKPP_DAY_ZERO = localDate('1899-12-31');

/** A valid EIC with that kind ('X' a customer, 'Z' a metering point) and number. Source: facts 3. */
export function eicOf(kind: 'X' | 'Z', number: number): string {
  const digits = String(number).padStart(11, '0');
  // A body with the check character "-" is not allowed: the next letter gives another one.
  for (const letter of '0ABC') {
    const body = `62${kind}${letter}${digits}`;
    const check = eicCheckCharacter(body);
    if (check !== '-') return body + check;
  }
  throw new RangeError(`No EIC for ${number}`);
}

/** A valid taxpayer number of a person born on that day. Source: facts 4.5. */
export function rnokppOf(born: LocalDate, isMale: boolean, random: Random): string {
  const days = String(daysBetween(RNOKPP_DAY_ZERO, born)).padStart(5, '0');
  const body = `${days}${String(random.between(0, 999)).padStart(3, '0')}${random.between(0, 4) * 2 + (isMale ? 1 : 0)}`;
  const sum = RNOKPP_WEIGHTS.reduce((total, weight, at) => total + weight * Number(body.charAt(at)), 0);
  return `${body}${(((sum % 11) + 11) % 11) % 10}`;
}

/** The code printed on the bill: 8 capitals and digits without look-alikes. */
export function objectCodeOf(random: Random): string {
  return Array.from({ length: 8 }, () =>
    CODE_LETTERS.charAt(random.between(0, CODE_LETTERS.length - 1)),
  ).join('');
}
