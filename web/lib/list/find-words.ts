/** A piece of a text, and whether it was looked for. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** A letter or figure, or what stands inside a word: an apostrophe, a hyphen. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'-]*/gu;

/** Small letters and one kind of apostrophe, of the same length as the text. */
function plain(text: string): string {
  // A letter that grows when it is made small would move all after it; Ukrainian has none.
  return Array.from(text, (sign) => {
    const small = sign.toLocaleLowerCase('uk');
    return small.length === sign.length ? small : sign;
  })
    .join('')
    .replace(/[’ʼ‘`´]/g, "'");
}

/** The words of what is typed, each once. */
export function splitWords(term: string): readonly string[] {
  return [...new Set(plain(term).match(WORD) ?? [])];
}

/** Whether each word begins a word of the text. No words: yes. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const starts = plain(text).match(WORD) ?? [];
  return words.every((word) => starts.some((start) => begins(start, word)));
}

/** The text in pieces, the beginnings of words that were looked for apart. */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: start, index } of plain(text).matchAll(WORD)) {
    const hit = longest(words.filter((word) => begins(start, word)));
    if (hit === undefined) continue;
    const at = index + start.indexOf(hit);
    if (at > done) pieces.push({ text: text.slice(done, at), found: false });
    pieces.push({ text: text.slice(at, at + hit.length), found: true });
    done = at + hit.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), found: false });
  return pieces;
}

/** A word with a hyphen may be looked for by either part. */
function begins(start: string, word: string): boolean {
  return start.startsWith(word) || start.includes(`-${word}`);
}

function longest(words: readonly string[]): string | undefined {
  return words.reduce<string | undefined>(
    (best, word) => (best === undefined || word.length > best.length ? word : best),
    undefined,
  );
}
