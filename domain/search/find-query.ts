import { withoutAccountLabel } from '../identifiers/account-codes.ts';
import { latinCode } from '../identifiers/eic-code.ts';
import { tidyEmail } from '../identifiers/email.ts';
import { apostrophes, tidyText } from '../input/tidy-text.ts';
import { kindsOfPlaces, legalForms, searchWords, stemOf, twinOf } from './search-words.ts';

/** What is typed into the box that finds anything. */
export interface FindQuery {
  /** At least four digits, when a number is all that was typed, however it is grouped; else ''. */
  readonly digits: string;
  /** A code with at least one digit as the index has it: Latin capital letters; else ''. */
  readonly code: string;
  /** Words of names and addresses, without those that only say what kind of a place or company it is; none when all are numbers. */
  readonly words: readonly string[];
}

/** Digits, signs or letters that a number or a code needs, so that few begin or end with it. */
const minNumberLength = 4;

const numberPattern = /^[+(\d][\d\s().-]*$/;
const emailPattern = /^(?=.*[a-z])[a-z0-9.!#$%&'*+/=?^_`{|}~-]+(@[a-z0-9.-]*)?$/;
const codePattern = /^[0-9A-Z][0-9A-Z./_-]*$/;

/** What is typed or pasted, with one kind of dash and without №, «О/р» or `tel:` in front. */
const plainText = (typed: string) =>
  withoutAccountLabel(
    tidyText(typed)
      .replace(/\p{Dash}/gu, '-')
      .replace(/^(?:[№#] ?|tel:)/i, ''),
  );

/** The digits of what is a number alone, however it is grouped: "(050) 111-22-33", "№ 1012"; '' when it is none. */
export function digitsOf(typed: string): string {
  const plain = plainText(typed);
  return numberPattern.test(plain) ? plain.replace(/\D/g, '') : '';
}

/** Reads what is typed; all parts are empty when nothing can be looked for. */
export function readFindQuery(typed: string): FindQuery {
  const digits = digitsOf(typed);
  const plain = plainText(typed);
  const code = latinCode(plain);
  const named = plain.replace(apostrophes, '').replace(/\u00ef/gi, '\u0457');
  const withoutForm = searchWords(named.replace(legalForms, ' '));
  const words = (withoutForm.length > 0 ? withoutForm : searchWords(named)).filter(
    (word) => !kindsOfPlaces.has(word),
  );
  const isCode = codePattern.test(code) && /\d/.test(code) && code.length >= minNumberLength;
  return {
    digits: digits.length >= minNumberLength ? digits : '',
    code: isCode ? code : '',
    words: words.some((word) => !/\d/.test(word)) ? words : [],
  };
}

/** The beginning of an e-mail in lower case, four signs or more with a Latin letter; undefined: it is none. */
export function emailBeginning(typed: string): string | undefined {
  const email = tidyEmail(typed);
  return email.length >= minNumberLength && emailPattern.test(email) ? email : undefined;
}

/** How phones begin that begin with these digits: "050", "38050", "50", and "8050" as they were dialled once. */
export function phoneBeginnings(digits: string): readonly string[] {
  if (/^(?:00)?380/.test(digits)) return [`+${digits.replace(/^00/, '')}`];
  if (digits.startsWith('80')) return [`+3${digits}`, `+380${digits}`];
  return digits.startsWith('0') ? [`+38${digits}`] : [`+380${digits}`];
}

/** How reversed phones begin that end with these digits; undefined: no phone has so many. */
export function phoneEnd(digits: string): string | undefined {
  const own = digits.length > 10 ? digits.replace(/^(?:(?:00)?380?|80)/, '0') : digits;
  return own.length > 10 ? undefined : [...own].toReversed().join('');
}

/**
 * How closely words are compared: 'beginning', as they are typed; 'slip', with one letter that is wrong, missing, superfluous or in
 * the place of its neighbour; 'stemOfUnknown', without the endings of those that nobody has; 'stem', without their endings. The first
 * that finds anything counts.
 */
export const closenesses = ['beginning', 'slip', 'stemOfUnknown', 'stem'] as const;
/** 'whole': as they are typed and no longer. */
type Closeness = 'whole' | (typeof closenesses)[number];

/** What the index has of a word, by the words that may be misspelt. */
export interface KnownWord {
  /** Somebody has the word as it is typed. */
  readonly isWhole: boolean;
  /** Words of the index begin with its stem. */
  readonly hasStem: boolean;
  /** Words of the index that stand for it; none when one begins with it. */
  readonly similar: readonly string[];
}

/** Texts of `tsquery`; '' where nothing is looked for. */
export interface FindTerms {
  /** All words are of the name. */
  readonly name: string;
  /** Each word is of the name or of the address. */
  readonly any: string;
  /** Words of one or two letters, such as initials: of the name, or of either; they narrow what the others have found. */
  readonly shortOfName: string;
  readonly shortOfAny: string;
}

const isShort = (word: string) => word.length < 3 && !/\d/.test(word);
const quoted = (word: string, ending: string) => `'${word}'${ending}`;
const either = (word: string, ending: string) => `(${quoted(`@${word}`, ending)} | ${quoted(word, ending)})`;
/** The form, and what it is in letters that look alike. */
const withTwin = (form: string) => [form, twinOf(form)].filter((one) => one !== undefined);

/**
 * The terms of words, which are letters and digits alone, so that nothing in them is to be quoted. Words of the name stand in the
 * index after '@'. House numbers are compared whole, and so are, among several, words that somebody has: the beginnings of a common
 * name would be read whole to find the few who have the other words too.
 */
export function findTerms(
  words: readonly string[],
  closeness: Closeness,
  known: ReadonlyMap<string, KnownWord> = new Map(),
): FindTerms {
  const long = words.filter((word) => !isShort(word));
  const short = long.length > 0 ? words.filter(isShort) : [];
  const wanted = (long.length > 0 ? long : words).map((word) => {
    if (closeness === 'whole' || isShort(word) || (/\d/.test(word) && word.length < minNumberLength))
      return { forms: [word], ending: '' };
    const { isWhole = false, similar = [] } = known.get(word) ?? {};
    if (closeness === 'stem' || (closeness === 'stemOfUnknown' && !isWhole))
      return { forms: [stemOf(word)], ending: ':*' };
    if (closeness === 'slip' && similar.length > 0) return { forms: similar, ending: '' };
    return { forms: [word], ending: isWhole && words.length > 1 ? '' : ':*' };
  });
  type Term = (form: string, ending: string) => string;
  const anyOf = (forms: readonly string[], ending: string, term: Term) =>
    `(${forms
      .flatMap(withTwin)
      .map((form) => term(form, ending))
      .join(' | ')})`;
  const join = (term: Term) => wanted.map(({ forms, ending }) => anyOf(forms, ending, term)).join(' & ');
  const joinShort = (term: Term) => short.map((word) => anyOf([word], ':*', term)).join(' & ');
  const ofName: Term = (form, ending) => quoted(`@${form}`, ending);
  return {
    name: join(ofName),
    any: join(either),
    shortOfName: joinShort(ofName),
    shortOfAny: joinShort(either),
  };
}

/** Whether a word is long enough to be taken for a misspelt one. */
export function mayBeMisspelt(word: string): boolean {
  return word.length >= minNumberLength && !/\d/.test(word);
}

/** The word, and the word without each of its letters in turn: words that share one of these differ by one slip. */
export function slipsOfWord(word: string): readonly string[] {
  const letters = [...word];
  return [...new Set([...letters.map((_, place) => letters.toSpliced(place, 1).join('')), word])];
}
