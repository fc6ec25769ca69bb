import type { Brand } from '../brand.ts';
import { foldToCyrillic } from '../input/look-alikes.ts';
import { apostrophes, tidyText } from '../input/tidy-text.ts';

/** A Ukrainian phone number with its country code: "+380501110001". */
export type PhoneNumber = Brand<string, 'PhoneNumber'>;

const SEPARATORS = /^tel:|[ ().]|\p{Dash}/gu;
const WRITTEN_NUMBER = /^(?:(?:\+|00)?38|8)?0(\d{9})$/;

/** A typed or copied number without `tel:` and what separates its digits. */
export const tidyPhone = (text: string) => tidyText(text).replace(SEPARATORS, '');

/**
 * Parses the usual spellings – "050 111-00-01", "+38 (050) 111 00 01", "00380501110001", "8 050 111 00 01"; undefined when it is
 * not a Ukrainian number. Source: product.md 4 (`+380` and nine digits).
 */
export function parsePhone(text: string): PhoneNumber | undefined {
  const match = WRITTEN_NUMBER.exec(tidyPhone(text));
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

/** A first name, patronymic or surname. */
type PersonName = Brand<string, 'PersonName'>;

const SHORTEST = 2;
const MAX_LENGTH = 50;
const APOSTROPHE = '\u2019';
const LETTERS =
  '\u0410-\u0429\u042c\u042e\u042f\u0430-\u0449\u044c\u044e\u044f\u0490\u0491\u0404\u0454\u0406\u0456\u0407\u0457';
const SHAPE = new RegExp(`^[${LETTERS}]+(?:[${APOSTROPHE} -][${LETTERS}]+)*$`);

/** A character of a name, apostrophes and hyphens tidy. */
export const nameSign = new RegExp(`[${LETTERS}${APOSTROPHE} -]`);

/**
 * A typed or copied name with one kind of apostrophe (U+2019) and of hyphen, whichever the search understands, and Ukrainian letters
 * where Latin ones look like them.
 */
export const tidyPersonName = (text: string) =>
  foldToCyrillic(tidyText(text))
    .replace(apostrophes, APOSTROPHE)
    .replace(/\p{Dash}/gu, '-');

/** A name of 2–50 Ukrainian letters with single apostrophes, hyphens and spaces between them, or undefined. Source: product.md 4. */
export function parsePersonName(text: string): PersonName | undefined {
  const name = tidyPersonName(text);
  return name.length >= SHORTEST && name.length <= MAX_LENGTH && SHAPE.test(name)
    ? (name as PersonName)
    : undefined;
}

/** Masked for display, first letters only: "Anna Bell" becomes "A•••• B••••". */
export function maskName(name: string): string {
  const words = name.match(/\S+/g) ?? [];
  return words.map((word) => `${Array.from(word)[0]}••••`).join(' ');
}
