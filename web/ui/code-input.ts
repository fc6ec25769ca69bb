const SEPARATORS = /[^\p{L}\p{N}]/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}])[A-Z0-9]+(?![\p{L}\p{N}])/gu;
const HAS_DIGIT = /\d/;

/**
 * The code in what was typed, pasted or filled in: "ab3d", "AB-3D", "123 456", or the whole message that brought it. In a
 * message it is the word of Latin letters and digits that has the right length, one with a digit before one without.
 * Capitals, because case does not matter; other letters stay for the server to read or refuse.
 */
export function codeOf(text: string, length: number): string {
  const capitals = text.toUpperCase();
  const plain = capitals.replace(SEPARATORS, '');
  if (plain.length <= length) return plain;
  const words = (capitals.match(LATIN_WORD) ?? []).filter((word) => word.length === length);
  return words.find((word) => HAS_DIGIT.test(word)) ?? words.at(-1) ?? plain.slice(0, length);
}
