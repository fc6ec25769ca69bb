import { commonPatterns, commonWords } from './common-passwords.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordLength } from './password-length.ts';
import { isPersonal } from './personal.ts';

/** Cyrillic letters in keyboard order, row by row, and the Latin letters of the same keys. */
const CYRILLIC =
  '\u0439\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u0457\u0444\u0456\u0432\u0430\u043f\u0440\u043e\u043b\u0434\u0436\u0454\u044f\u0447\u0441\u043c\u0438\u0442\u044c\u0431\u044e\u0491\u044b\u044a\u044d\u0451';
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.us]'`";
const keyOf = new Map(Array.from(CYRILLIC, (letter, index) => [letter, KEYS.charAt(index)]));

/** Maps a text to the Latin letters of its keys; other characters are unchanged. */
function keysOf(text: string): string {
  return Array.from(text, (letter) => keyOf.get(letter) ?? letter).join('');
}

const UKRAINIAN_ALPHABET =
  '\u0430\u0431\u0432\u0433\u0491\u0434\u0435\u0454\u0436\u0437\u0438\u0456\u0457\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044c\u044e\u044f';
const forward = [
  'abcdefghijklmnopqrstuvwxyz',
  keysOf(UKRAINIAN_ALPHABET),
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qawsedrftgyhujikolp',
  '!@#$%^&*()',
];
const RUNS = [...forward, ...forward.map((run) => Array.from(run).reverse().join(''))];
const SHORTEST_RUN = 3;

/** Number of characters (by key, in small letters) outside runs of the alphabet, digits or neighbouring keys. */
function countOutsideRuns(keys: string): number {
  let outside = 0;
  let at = 0;
  while (at < keys.length) {
    const length = runLengthAt(keys, at);
    if (length < SHORTEST_RUN) outside += 1;
    at += length < SHORTEST_RUN ? 1 : length;
  }
  return outside;
}

function runLengthAt(keys: string, at: number): number {
  let length = 1;
  while (at + length < keys.length && RUNS.some((run) => run.includes(keys.slice(at, at + length + 1)))) {
    length += 1;
  }
  return length;
}

type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Character classes with their sizes. */
const KINDS: readonly (readonly [kind: RegExp, count: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[\u0430-\u0449\u044c\u044e\u044f\u0454\u0456\u0457\u0491]/, 33],
  [/[\u0410-\u0429\u042c\u042e\u042f\u0404\u0406\u0407\u0490]/, 33],
  [/[^a-zA-Z\d\u0400-\u04ff]/, 33],
];

/** Minimum bits of a fair, good and very good password. */
const STEPS = [42, 56, 76];

/**
 * Strength of an allowed password, 1–4, by its length and character classes. Only the beginning of a run of keys or
 * of a repeated character counts.
 */
function strengthOf(text: string): PasswordStrength {
  const plain = text.replace(/(.)\1+/gu, '$1');
  const alphabet = KINDS.reduce((sum, [kind, count]) => (kind.test(text) ? sum + count : sum), 0);
  const inRuns = plain.length - countOutsideRuns(keysOf(plain.toLowerCase()));
  const bits = (plain.length - inRuns * 0.75) * Math.log2(Math.max(2, alphabet));
  return (1 + STEPS.filter((step) => bits >= step).length) as PasswordStrength;
}

/**
 * Why a password is refused, or 'good'. 'common': in leaked lists or quickly guessed; 'personal': little more than
 * phone, e-mail or name.
 */
type PasswordVerdict = 'good' | 'short' | 'long' | 'common' | 'personal';

export interface PasswordAssessment {
  readonly verdict: PasswordVerdict;
  /** 0: refused; 1 weak … 4 very strong. */
  readonly strength: PasswordStrength;
}

/**
 * Assesses a new password: 8–128 characters, any of them; not a common one (also with digits or signs at its ends,
 * letters written as digits, or typed on the other keyboard), not a run of keys, not one short piece repeated, not
 * digits alone (also written as a date or phone), not made of personal data of its owner (phone, e-mail, names,
 * account). Source: product.md section 4.
 */
export function assessPassword(text: string, known: readonly string[]): PasswordAssessment {
  const composed = text.normalize('NFC');
  const verdict = judge(composed, known);
  return { verdict, strength: verdict === 'good' ? strengthOf(composed) : 0 };
}

function judge(text: string, known: readonly string[]): PasswordVerdict {
  const length = passwordLength(text);
  if (length < MIN_PASSWORD_LENGTH) return 'short';
  if (length > MAX_PASSWORD_LENGTH) return 'long';
  const lower = text.toLowerCase();
  if (isPersonal(lower, known, MIN_PASSWORD_LENGTH)) return 'personal';
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

/** The text from its first to its last letter. */
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

/** Replaces digits and signs that imitate letters by these letters. */
function unLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
}

/** Whether the text repeats a piece shorter than a password. */
function isRepeated(text: string): boolean {
  for (let period = 1; period < MIN_PASSWORD_LENGTH && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}
