import type { Brand } from '../brand.ts';

const CYRILLIC = '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406';
const LATIN = 'ABEKMHOPCTXI';

/**
 * Normalizes a code typed with a Ukrainian keyboard: drops spaces, capitalizes, replaces Cyrillic look-alikes by
 * Latin letters. Source: facts 3.
 */
export function latinCode(text: string): string {
  return Array.from(text.replace(/\s/g, '').toUpperCase(), (letter) => {
    const index = CYRILLIC.indexOf(letter);
    return index < 0 ? letter : LATIN.charAt(index);
  }).join('');
}

/** An energy identification code: 15 characters and a check character. */
type EicCode = Brand<string, 'EicCode'>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-';
const BODY_LENGTH = 15;
const SHAPE = /^[0-9A-Z-]{15}[0-9A-Z]$/;

/** The code, normalized by `latinCode`, when its check character is right; else undefined. Source: facts 3. */
export function parseEicCode(text: string): EicCode | undefined {
  const code = latinCode(text);
  if (!SHAPE.test(code)) return undefined;
  return eicCheckCharacter(code) === code.charAt(BODY_LENGTH) ? (code as EicCode) : undefined;
}

/**
 * The check character of the first 15 characters. A body that gives "-" can't be used: no code ends with it. Source:
 * facts 3.
 */
export function eicCheckCharacter(code: string): string {
  let sum = 0;
  for (let index = 0; index < BODY_LENGTH; index++)
    sum += ALPHABET.indexOf(code.charAt(index)) * (16 - index);
  return ALPHABET.charAt(36 - ((sum + 36) % 37));
}
