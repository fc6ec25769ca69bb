/** Capitals that look the same in both alphabets, in the same order. */
export const latinCapitals = 'ABCEHIKMOPTXY';
export const cyrillicCapitals =
  '\u0410\u0412\u0421\u0415\u041d\u0406\u041a\u041c\u041e\u0420\u0422\u0425\u0423';

/** Of the small letters only these do. */
const latin = `${latinCapitals}aceiopxy`;
const cyrillic = `${cyrillicCapitals}\u0430\u0441\u0435\u0456\u043e\u0440\u0445\u0443`;

const fold = (text: string, from: string, to: string) =>
  Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('');

/**
 * Cyrillic letters that look like Latin ones as those: for codes and addresses. A capital U+0423 stays, as in the index of codes
 * (`billing.search_code`).
 */
export const foldToLatin = (text: string) => fold(text, cyrillic, latin.replace('Y', '\u0423'));

/** Latin letters that look like Ukrainian ones as those, in a text that has a Cyrillic letter. */
export const foldToCyrillic = (text: string) =>
  /\p{Script=Cyrillic}/u.test(text) ? fold(text, `${latin}\u00ef\u00cf`, `${cyrillic}\u0457\u0407`) : text;
