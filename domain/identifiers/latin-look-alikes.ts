const CYRILLIC = '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406';
const LATIN = 'ABEKMHOPCTXI';

/**
 * A code as it was meant when typed with a Ukrainian keyboard: without spaces, in capitals, Cyrillic letters that look
 * like Latin ones replaced by them. Source: facts 3.
 */
export function latinCode(text: string): string {
  return Array.from(text.replace(/\s/g, '').toUpperCase(), (letter) => {
    const index = CYRILLIC.indexOf(letter);
    return index < 0 ? letter : LATIN.charAt(index);
  }).join('');
}
