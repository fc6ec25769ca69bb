import type { Brand } from '../brand.ts';

/** An e-mail address in small letters. */
export type Email = Brand<string, 'Email'>;

const LONGEST = 254;
const LONGEST_NAME = 64;
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * The address, trimmed and in small letters (so that one mailbox is one customer), or undefined. At most 254 characters.
 * Source: product.md 4.
 */
export function parseEmail(text: string): Email | undefined {
  const email = text.trim().toLowerCase();
  if (email.length > LONGEST || email.indexOf('@') > LONGEST_NAME) return undefined;
  return SHAPE.test(email) ? (email as Email) : undefined;
}

/** For screens that must not give the address away: "o•••@ukr.net"; '' for what is no address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${Array.from(email)[0]}•••${email.slice(at)}`;
}
