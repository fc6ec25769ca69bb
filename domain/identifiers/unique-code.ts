import type { Brand } from '../brand.ts';
import { latinCode } from './latin-look-alikes.ts';

/** The contract code that proves ownership of an account: 6–12 of A–Z and 0–9. */
export type UniqueCode = Brand<string, 'UniqueCode'>;

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
