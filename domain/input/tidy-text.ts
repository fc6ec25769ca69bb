/** Words of ASCII and Cyrillic letters with single spaces between: nearly all values of an import. */
const tidyWords = /^[!-~\u0400-\u0481\u048a-\u052f\u2019]+(?: [!-~\u0400-\u0481\u048a-\u052f\u2019]+)*$/;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const fullWidth = /[\uff01-\uff5e]/g;
const toAscii = 0xfee0;

/**
 * A typed, pasted or imported value of one line as all parsers read it: composed letters (NFC), no signs that nobody sees (format
 * characters, variation selectors), single plain spaces, none around, full-width forms as ASCII. Decision 0160.
 */
export function tidyText(text: string): string {
  if (tidyWords.test(text)) return text;
  return text
    .replace(invisible, '')
    .normalize('NFC')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - toAscii))
    .replace(/\s+/g, ' ')
    .trim();
}

const blank = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether `tidyText` leaves nothing. */
export const isBlank = (text: string) => blank.test(text);

/** Without any space: numbers and codes are copied in groups. */
export const withoutSpaces = (text: string) => tidyText(text).replace(/ /g, '');

/** Whatever is typed or printed for the Ukrainian apostrophe, which stands between letters. */
export const apostrophes = /(?<=\p{L})['’‘ʼ`´′"*“”‛ʹʻˈ](?=\p{L})/gu;

/** Digits, also in groups of three, with a fraction of zeros; three of them may be thousands: "12.000". */
const shownNumber = /^(\d+|\d{1,3}(?: \d{3})+)(?:[.,](?:00?|0{4,}))?$/;

/** A whole number as a spreadsheet shows it, in digits alone: "12 345,00" is 12345. Another text stays. */
export function tidyNumber(text: string): string {
  const tidy = tidyText(text);
  return shownNumber.exec(tidy)?.[1]?.replace(/ /g, '') ?? tidy;
}
