const CYRILLIC = '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406';
const LATIN = 'ABEKMHOPCTXI';

/**
 * Normalizes a code typed with a Ukrainian keyboard: drops spaces, capitalizes, replaces Cyrillic look-alikes by
 * Latin letters. Source: facts 3.
 */
export function latinCode(text: string): string {
  return Array.from(text.replace(/\s/g, '').toUpperCase(), (letter) => {
    const index = CYRILLIC.indexOf(letter);
    return index < 0 ? letter : LATIN.charAt(index);
  }).join('');
}
