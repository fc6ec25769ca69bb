import type { Brand } from '../brand.ts';
import { foldToLatin } from '../input/look-alikes.ts';
import { tidyText, withoutSpaces } from '../input/tidy-text.ts';

/**
 * Normalizes a code typed with a Ukrainian keyboard: drops spaces, capitalizes, replaces Cyrillic look-alikes by
 * Latin letters and every dash by a hyphen. Source: facts 3.
 */
export function latinCode(text: string): string {
  return foldToLatin(withoutSpaces(text).toUpperCase()).replace(/\p{Dash}/gu, '-');
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

/** Codes in a text of other words, also right behind "EIC"; each once. */
export function findEicCodes(text: string): EicCode[] {
  const words = tidyText(text).match(/[\p{L}\d\p{Dash}]{16,}/gu) ?? [];
  return [...new Set(words.flatMap((word) => parseEicCode(latinCode(word).replace(/^EIC-?/, '')) ?? []))];
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
