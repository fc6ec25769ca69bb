import { cyrillicCapitals, latinCapitals } from '../input/look-alikes.ts';
import { tableOf } from '../table-of.ts';

/** Latin small letters that look like Cyrillic ones, in words where both alphabets meet. */
const lookAlikes: Readonly<Record<string, string>> = tableOf(
  Object.fromEntries(
    Array.from(latinCapitals.toLowerCase(), (latin, at) => [
      latin,
      cyrillicCapitals.toLowerCase().charAt(at),
    ]),
  ),
);

/** The same, the other way round. */
const latinAlikes: Readonly<Record<string, string>> = tableOf(
  Object.fromEntries(Object.entries(lookAlikes).map(([latin, letter]) => [letter, latin])),
);

/** What a place is, as addresses say: words that stand in half of them. */
export const kindsOfPlaces = new Set(
  'м місто с село смт селище обл область р район вул вулиця просп проспект пр провулок пров бул бульвар пл площа буд будинок кв квартира'.split(
    ' ',
  ),
);

/** Forms of companies, which the name of a company has or has not, whole or in letters. */
export const legalForms =
  /(?<![\p{L}\p{N}])(?:товариство з (?:обмеженою|додатковою) відповідальністю|(?:приватне |публічне )?акціонерне товариство|приватне підприємство|тов|тдв|прат|пат|ат|пп)(?![\p{L}\p{N}'’ʼ])/giu;

/** Stress mark, soft hyphen, and whatever is typed for the Ukrainian apostrophe. */
const dropped = /[\u0301\u00ad'’‘ʼ`´′]/g;
/** A run of letters and digits. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const cyrillic = /\p{Script=Cyrillic}/u;
const digit = /\p{N}/u;

/** The longest word that is kept; PostgreSQL refuses a lexeme of more than 2046 bytes. */
const maxWordLength = 60;

function plainWord(word: string): string {
  const whole = cyrillic.test(word) ? word.replace(/[a-z]/g, (letter) => lookAlikes[letter] ?? letter) : word;
  return [...whole.replaceAll('ґ', 'г')].slice(0, maxWordLength).join('');
}

/**
 * The words of a text as they are stored for search (`array_to_tsvector`), each once: small letters without stress marks,
 * soft hyphens and apostrophes, ґ as г, Latin look-alikes in Cyrillic words as Cyrillic. Index and query use this one function,
 * because the parser of PostgreSQL splits Ukrainian words at apostrophes.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFC').toLowerCase().replace(dropped, '');
  return [...new Set((plain.match(wordPattern) ?? []).map(plainWord))];
}

/**
 * A word all of whose letters look alike in the other alphabet, written in that one: "12a" of a Latin keyboard is the house "12а".
 * Undefined: it has another letter, or none.
 */
export function twinOf(word: string): string | undefined {
  const twins = cyrillic.test(word) ? latinAlikes : lookAlikes;
  const twin = word.replace(/\p{L}/gu, (letter) => twins[letter] ?? ' ');
  return twin === word || twin.includes(' ') ? undefined : twin;
}

/** The part of a word that is the same in most of its forms; of a word with digits, the whole word. */
export function stemOf(word: string): string {
  if (digit.test(word)) return word;
  const letters = [...word];
  const { length } = letters;
  return letters.slice(0, length - (length >= 8 ? 3 : length >= 6 ? 2 : length === 5 ? 1 : 0)).join('');
}

/**
 * What is typed into a search box as the text of a `tsquery`: each word without its ending as a prefix, all of them wanted,
 * e.g. `'перерахун':* & 'борг':*`. '' when nothing typed is a word.
 */
export function searchQuery(typed: string): string {
  const stems = new Set(searchWords(typed).map(stemOf));
  // Letters and digits alone: there is nothing in a stem to be quoted.
  return [...stems].map((stem) => `'${stem}':*`).join(' & ');
}
