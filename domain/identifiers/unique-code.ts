import type { Brand } from '../brand.ts';
import { latinCode } from './latin-look-alikes.ts';

/** The code in a contract that proves the account is the customer's: 6–12 of A–Z and 0–9. */
export type UniqueCode = Brand<string, 'UniqueCode'>;

/** Signs of codes that are made here: no look-alikes, so that a printed code is typed as it stands. */
export const newUniqueCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How many signs a code that is made here has: 39 bits. */
export const newUniqueCodeLength = 8;

const SHAPE = /^[0-9A-Z]{6,12}$/;

/** The code, its spelling tidied (`latinCode`), or undefined. Source: product.md 4. */
export function parseUniqueCode(text: string): UniqueCode | undefined {
  const code = latinCode(text);
  return SHAPE.test(code) ? (code as UniqueCode) : undefined;
}
