import { countOutsideRuns, keysOf } from './keyboard.ts';

export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Kinds of characters with how many there are of each. */
const KINDS: readonly (readonly [kind: RegExp, count: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[\u0430-\u0449\u044c\u044e\u044f\u0454\u0456\u0457\u0491]/, 33],
  [/[\u0410-\u0429\u042c\u042e\u042f\u0404\u0406\u0407\u0490]/, 33],
  [/[^a-zA-Z\d\u0400-\u04ff]/, 33],
];

/** Bits from which a password is fair, good, very good. */
const STEPS = [42, 56, 76];

/**
 * How hard an allowed password is to guess, 1–4, by its length and the kinds of its characters. Of a run of keys or of a
 * character repeated in place only the beginning counts.
 */
export function strengthOf(text: string): PasswordStrength {
  const plain = text.replace(/(.)\1+/gu, '$1');
  const alphabet = KINDS.reduce((sum, [kind, count]) => (kind.test(text) ? sum + count : sum), 0);
  const inRuns = plain.length - countOutsideRuns(keysOf(plain.toLowerCase()));
  const bits = (plain.length - inRuns * 0.75) * Math.log2(Math.max(2, alphabet));
  return (1 + STEPS.filter((step) => bits >= step).length) as PasswordStrength;
}
