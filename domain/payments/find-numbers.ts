import { purposeWords } from './purpose-words.ts';

/** Kind of a number by the word before it. */
type Introduction = 'account' | 'other' | 'reference' | 'order' | 'none';

/** A run of digits in a text, with its context. */
export interface FoundNumber {
  readonly start: number;
  readonly end: number;
  readonly introduction: Introduction;
  /** Adjacent to a letter, a point or the like: a part of something else. */
  readonly isPart: boolean;
}

const SPACE = 32;
const NO_BREAK_SPACE = 160;
const NUMERO_SIGN = 8470;
const MAX_CACHED = 5000;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLatin = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Latin and Cyrillic letters; no others occur next to numbers. */
export const isLetter = (code: number) => isLatin(code) || (code >= 0x400 && code <= 0x52f);
/** Characters of a provider reference. */
export const isReferenceSign = (code: number) => isDigit(code) || isLatin(code) || code === 95 || code === 45;
const isSpace = (code: number) => code === SPACE || code === NO_BREAK_SPACE || code === 9;
/** No. # : - = ( and the like between a word and its number. */
const isSign = (code: number) =>
  isSpace(code) ||
  code === NUMERO_SIGN ||
  code === 35 ||
  code === 58 ||
  code === 45 ||
  code === 61 ||
  code === 40;
/** . / \ | _ ' inside a word: «о/р», «о.р.». */
const isInWord = (code: number) =>
  isLetter(code) || code === 46 || code === 47 || code === 92 || code === 124 || code === 95 || code === 39;

/** Cache: the same few words occur before all numbers of a statement. */
const introductionCache = new Map<string, Introduction | 'sign'>();

function classifyWord(word: string): Introduction | 'sign' {
  const known = introductionCache.get(word);
  if (known !== undefined) return known;
  const letters = word.toLowerCase().replace(/[./\\|']/g, '');
  const says = purposeWords.sign.test(letters)
    ? 'sign'
    : purposeWords.account.test(letters)
      ? 'account'
      : purposeWords.other.test(letters)
        ? 'other'
        : purposeWords.reference.test(letters)
          ? 'reference'
          : purposeWords.order.test(letters)
            ? 'order'
            : 'none';
  if (introductionCache.size < MAX_CACHED) introductionCache.set(word, says);
  return says;
}

/** The kind by the last word before a position; one sign («№», «ном.») in between is skipped. */
function introductionAt(text: string, place: number): Introduction {
  let at = place;
  for (let words = 0; words < 2; words += 1) {
    while (isSign(text.charCodeAt(at - 1))) at -= 1;
    const end = at;
    while (isInWord(text.charCodeAt(at - 1))) at -= 1;
    const says = classifyWord(text.slice(at, end));
    if (says !== 'sign') return says;
  }
  return 'none';
}

/**
 * The runs of digits of a text, in order. Beyond the ends of the text `charCodeAt` gives NaN, which matches no
 * character class.
 */
export function findNumbers(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) continue;
    const start = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    const before = text.charCodeAt(start - 1);
    const behind = text.charCodeAt(at);
    const introduction = introductionAt(text, start);
    const isStuck = isLetter(before) || before === 46 || before === 47 || before === 95;
    const isPart =
      (isStuck && introduction !== 'account') || isLetter(behind) || behind === 95 || behind === 47;
    found.push({ start, end: at, introduction, isPart });
  }
  return found;
}
