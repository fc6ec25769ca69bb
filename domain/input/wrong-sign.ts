/** A character that a field does not take; `n`: its place, from 1. */
export interface WrongSign {
  readonly code: 'field.latinLetter' | 'field.cyrillicLetter' | 'field.strayCharacter';
  readonly n: number;
  /** The character, or its code point when it can't be shown. */
  readonly sign: string;
}

/** The first character of a tidy text that is not allowed. `allowed`: a pattern of one character. */
export function findWrongSign(text: string, allowed: RegExp): WrongSign | undefined {
  const signs = Array.from(text);
  const at = signs.findIndex((sign) => !allowed.test(sign));
  const sign = signs[at];
  if (sign === undefined) return undefined;
  // A letter is named by its alphabet where the field has none of it.
  const isForeign = (script: RegExp, known: string) =>
    script.test(sign) && !Array.from(known).some((letter) => allowed.test(letter));
  const code = isForeign(/\p{Script=Latin}/u, 'aA')
    ? 'field.latinLetter'
    : isForeign(/\p{Script=Cyrillic}/u, '\u0430')
      ? 'field.cyrillicLetter'
      : 'field.strayCharacter';
  const shown = /\p{C}/u.test(sign) ? `U+${sign.codePointAt(0)?.toString(16).padStart(4, '0')}` : sign;
  return { code, n: at + 1, sign: shown };
}
