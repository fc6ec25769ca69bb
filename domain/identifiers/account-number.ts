import type { Brand } from '../brand.ts';

/** The number of a personal account; text, because leading zeros are significant. */
export type AccountNumber = Brand<string, 'AccountNumber'>;

const TEN_DIGITS = /^\d{10}$/;

/**
 * The account number in a text copied from a bill (spaces are dropped), or undefined. The length differs by supplier,
 * so the pattern is configuration; ten digits by default. Source: facts 8.1, product.md 4.
 */
export function parseAccountNumber(text: string, pattern: RegExp = TEN_DIGITS): AccountNumber | undefined {
  const number = text.replace(/\s/g, '');
  return pattern.test(number) ? (number as AccountNumber) : undefined;
}
