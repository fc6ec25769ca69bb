import type { Brand } from '../brand.ts';
import { withoutSpaces } from '../input/tidy-text.ts';
import { accountLabel } from './account-label-words.ts';
import { latinCode } from './eic-code.ts';

/** The number of a personal account; text, because leading zeros are significant. */
type AccountNumber = Brand<string, 'AccountNumber'>;

/** The account numbers of all suppliers: 4–12 digits. */
export const anyAccountNumber = /^\d{4,12}$/;

/** Without the words that stand before a number where it is copied from: «О/р 1000000001», «Особовий рахунок № 1000000001». */
export const withoutAccountLabel = (text: string) => text.replace(accountLabel, '');

/** The digits of an account number that is typed or copied from a bill. */
export const tidyAccountNumber = (text: string) => withoutAccountLabel(withoutSpaces(text));

/**
 * The account number in a typed or copied text, or undefined. `pattern`: the supplier's, or that
 * of all (`anyAccountNumber`) where only the shape matters. Source: facts 8.1, product.md 4.
 */
export function parseAccountNumber(text: string, pattern: RegExp): AccountNumber | undefined {
  const number = tidyAccountNumber(text);
  return pattern.test(number) ? (number as AccountNumber) : undefined;
}

/** The contract code that proves ownership of an account: 6–12 of A–Z and 0–9. */
type UniqueCode = Brand<string, 'UniqueCode'>;

/** Alphabet of generated codes, without look-alikes: the codes are printed and typed. */
export const newUniqueCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Length of a generated code: 39 bits. */
export const newUniqueCodeLength = 8;

const SHAPE = /^[0-9A-Z]{6,12}$/;

/** The code, normalized by `latinCode`, or undefined. Source: product.md 4. */
export function parseUniqueCode(text: string): UniqueCode | undefined {
  const code = latinCode(text);
  return SHAPE.test(code) ? (code as UniqueCode) : undefined;
}

/** 32 characters without look-alikes: digits and capital Latin letters except I, L, O and U. Source: product.md 4. */
export const confirmationAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The alphabet of codes by SMS to persons: a phone shows its keyboard of digits. Decision 0210. */
export const digitAlphabet = '0123456789';

/** Characters in a code. */
export const confirmationLength = 4;

/**
 * Normalizes a typed confirmation code: drops spaces, capitalizes, replaces Cyrillic look-alikes by Latin letters, O
 * by zero, I and L by one.
 */
export function tidyConfirmationCode(text: string): string {
  return latinCode(text).replace(/O/g, '0').replace(/[IL]/g, '1');
}

/**
 * Numbers one typing error away: a wrong digit, two neighbours swapped, a digit lost or doubled. `lengths`: allowed
 * lengths of the results. The number itself is not included.
 */
export function nearNumbers(number: string, lengths: readonly number[]): readonly string[] {
  const near = new Set<string>();
  const add = (candidate: string) => {
    if (lengths.includes(candidate.length)) near.add(candidate);
  };
  for (let at = 0; at <= number.length; at += 1) {
    const before = number.slice(0, at);
    const [digit = '', next = ''] = number.slice(at, at + 2);
    const behind = number.slice(at + 1);
    for (let other = 0; other <= 9; other += 1) {
      add(`${before}${other}${behind}`);
      add(`${before}${other}${number.slice(at)}`);
    }
    add(before + behind);
    add(before + next + digit + number.slice(at + 2));
  }
  // Past the last digit nothing can be lost or swapped, which yields the number itself.
  near.delete(number);
  return [...near];
}
