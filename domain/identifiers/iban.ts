import type { Brand } from '../brand.ts';
import { latinCode } from './eic-code.ts';

/** A Ukrainian bank account number without spaces. */
export type Iban = Brand<string, 'Iban'>;

const SHAPE = /^UA\d{27}$/;

/** "UA" as the digits of ISO 7064. */
const COUNTRY_DIGITS = '3010';

/** The number, spaces dropped, when its length and check digits (ISO 7064 mod 97-10) are right. Source: facts 4.3. */
export function parseIban(text: string): Iban | undefined {
  const iban = latinCode(text);
  if (!SHAPE.test(iban)) return undefined;
  const rearranged = iban.slice(4) + COUNTRY_DIGITS + iban.slice(2, 4);
  return BigInt(rearranged) % 97n === 1n ? (iban as Iban) : undefined;
}
