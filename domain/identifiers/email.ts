import type { Brand } from '../brand.ts';
import { foldToLatin } from '../input/look-alikes.ts';
import { tidyText } from '../input/tidy-text.ts';

/** An e-mail address in lower case. */
export type Email = Brand<string, 'Email'>;

const MAX_LENGTH = 254;

/** A character of an address in lower case. */
export const emailSign = /[a-z0-9!#$%&'*+/=?^_`{|}~.@-]/;

const MAX_LOCAL_PART_LENGTH = 64;
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** A typed or copied address in small Latin letters, without `mailto:`. */
export const tidyEmail = (text: string) =>
  foldToLatin(tidyText(text))
    .toLowerCase()
    .replace(/^mailto: ?/, '');

/**
 * The address in lower case (one mailbox is one customer), or undefined. At most 254 characters. Source: product.md 4.
 */
export function parseEmail(text: string): Email | undefined {
  const email = tidyEmail(text);
  if (email.length > MAX_LENGTH || email.indexOf('@') > MAX_LOCAL_PART_LENGTH) return undefined;
  return SHAPE.test(email) ? (email as Email) : undefined;
}

/** Masked for display: "o•••@ukr.net"; '' when the text is no address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${Array.from(email)[0]}•••${email.slice(at)}`;
}
