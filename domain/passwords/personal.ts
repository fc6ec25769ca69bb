const SHORTEST_NAME = 3;
const DIGITS_OF_A_NUMBER = 7;

/**
 * Whether fewer than `shortest` characters of a password (in small letters, itself not shorter) are left without the
 * known facts about its owner.
 */
export function isPersonal(lower: string, known: readonly string[], shortest: number): boolean {
  let rest = lower;
  for (const piece of known.flatMap(piecesOf).sort((a, b) => b.length - a.length)) {
    rest = rest.replaceAll(piece, '');
  }
  return Array.from(rest).length < shortest;
}

/** The parts of a phone, account, e-mail address or name that a password may contain. */
function piecesOf(known: string): string[] {
  const text = known.normalize('NFC').toLowerCase().trim();
  const digits = text.replace(/\D/g, '');
  if (digits.length >= DIGITS_OF_A_NUMBER && /^[\d\s+()-]+$/.test(text)) {
    return [digits, digits.slice(-10), digits.slice(-9), digits.slice(-DIGITS_OF_A_NUMBER)];
  }
  const at = text.indexOf('@');
  const words = at < 0 ? [text] : [text, text.slice(0, at), ...text.slice(0, at).split(/[^\p{L}\p{N}]/u)];
  return words.filter((word) => Array.from(word).length >= SHORTEST_NAME);
}
