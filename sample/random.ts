import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';
import { daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';

/** Deterministic pseudo-random numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** Integer between two inclusive bounds. */
  between(least: number, most: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A separate sequence for every seed (mulberry32 on an FNV hash of the seed). */
export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
  };
}

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
