import { commonPatterns, commonWords } from './common-passwords.ts';
import { countOutsideRuns, keysOf } from './keyboard.ts';
import { LONGEST_PASSWORD, passwordLength, SHORTEST_PASSWORD } from './password-length.ts';
import { isPersonal } from './personal.ts';
import { type PasswordStrength, strengthOf } from './strength.ts';

/** Why a password is refused, or 'good'. 'common': leaked lists or a few tries have it; 'personal': little beside phone, e-mail or name. */
export type PasswordVerdict = 'good' | 'short' | 'long' | 'common' | 'personal';

export interface PasswordAssessment {
  readonly verdict: PasswordVerdict;
  /** 0: refused; 1 weak … 4 very strong. */
  readonly strength: PasswordStrength;
}

/**
 * Judges a new password: 8–128 characters, any of them; not one of the common ones (also with digits or signs at its ends,
 * letters written as digits, or typed on the other keyboard), not a run of keys, not one short piece repeated, not digits
 * alone (also written as a date or phone), not made of what is known of its owner (phone, e-mail, names, account). Source: product.md section 4.
 */
export function assessPassword(text: string, known: readonly string[]): PasswordAssessment {
  const composed = text.normalize('NFC');
  const verdict = judge(composed, known);
  return { verdict, strength: verdict === 'good' ? strengthOf(composed) : 0 };
}

function judge(text: string, known: readonly string[]): PasswordVerdict {
  const length = passwordLength(text);
  if (length < SHORTEST_PASSWORD) return 'short';
  if (length > LONGEST_PASSWORD) return 'long';
  const lower = text.toLowerCase();
  if (isPersonal(lower, known, SHORTEST_PASSWORD)) return 'personal';
  return isCommon(lower) ? 'common' : 'good';
}

function isCommon(lower: string): boolean {
  if (/^[\p{N}\s.,:;/()+-]*$/u.test(lower)) return true;
  if (isRepeated(lower) || countOutsideRuns(keysOf(lower)) < 3) return true;
  const cores = [lower, unLeet(lower)].map(core);
  return [lower, ...cores, ...cores.map(unLeet)].some(isKnownWord);
}

function isKnownWord(text: string): boolean {
  return commonPatterns.has(text) || commonWords.has(text) || commonWords.has(keysOf(text));
}

/** Without what stands before the first and after the last letter. */
function core(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Digits and signs that stand for letters, as these letters. */
function unLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
}

/** Whether a piece shorter than a password is said over and over. */
function isRepeated(text: string): boolean {
  for (let period = 1; period < SHORTEST_PASSWORD && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}
