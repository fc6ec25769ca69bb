import type { Brand } from '../brand.ts';

/** A Ukrainian phone number with its country code: "+380501110001". */
export type PhoneNumber = Brand<string, 'PhoneNumber'>;

const SEPARATORS = /[\s().\u002d\u2010-\u2014]/g;
const WRITTEN_NUMBER = /^(?:\+?38)?0(\d{9})$/;

/**
 * Parses the usual spellings – "050 111-00-01", "+38 (050) 111 00 01", "380501110001"; undefined when it is not a
 * Ukrainian number. Source: product.md 4 (`+380` and nine digits).
 */
export function parsePhone(text: string): PhoneNumber | undefined {
  const match = WRITTEN_NUMBER.exec(text.replace(SEPARATORS, ''));
  return match ? (`+380${match[1]}` as PhoneNumber) : undefined;
}

/** "+380 50 111 00 01". */
export function formatPhone(phone: PhoneNumber): string {
  return groups(phone).join(' ');
}

/** Masked for display: "+380 50 ••• •• 01". */
export function maskPhone(phone: PhoneNumber): string {
  const [country, operator, , , last] = groups(phone);
  return `${country} ${operator} ••• •• ${last}`;
}

function groups(phone: PhoneNumber): string[] {
  return [phone.slice(0, 4), phone.slice(4, 6), phone.slice(6, 9), phone.slice(9, 11), phone.slice(11)];
}
