import { windows1251Byte } from './windows-1251.ts';

const FIRST_PRINTABLE = 32;
const FORBIDDEN_BYTES: ReadonlySet<number> = new Set([127, 152, 160]);

/** Characters of documents that payment codes do not allow, with their substitutes. */
const substitutes: Readonly<Record<string, string>> = {
  '\u02bc': '\u2019',
  '\u2011': '-',
  '\u2212': '-',
};

/** Whether a payment code of the NBU may carry the text: Windows-1251 from 32 on except 127, 152, 160 (facts §4.2). */
export function isNbuText(text: string): boolean {
  for (const character of text) if (!isAllowed(character)) return false;
  return true;
}

/**
 * Converts a text to what a payment code may carry: every kind of space and line break becomes one space, the letter
 * apostrophe and odd hyphens their common forms, other foreign characters are dropped; shortened to `maxLength`
 * characters.
 */
export function toNbuText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const allowed = [...text.replace(/\s/gu, ' ')]
    .map((character) => substitutes[character] ?? character)
    .filter(isAllowed)
    .join('');
  return allowed.replace(/ {2,}/g, ' ').trim().slice(0, maxLength).trim();
}

function isAllowed(character: string): boolean {
  const byte = windows1251Byte(character.codePointAt(0) ?? 0);
  return byte !== undefined && byte >= FIRST_PRINTABLE && !FORBIDDEN_BYTES.has(byte);
}
