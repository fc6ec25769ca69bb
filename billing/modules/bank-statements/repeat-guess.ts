const BITS = 27;
const MASK = 2 ** BITS - 1;
/** More guesses than this are no help. */
const MOST_GUESSES = 50_000;

/**
 * Guesses which keys of a stream come again, in the same 16 MiB however long it is: every key that does is among the guesses,
 * and about one of a hundred that does not. `guesses`: undefined when there are too many to be of use.
 */
export function createRepeatGuess() {
  const seen = new Uint32Array(2 ** (BITS - 5));
  const guesses: string[] = [];
  return {
    /** `hashBits`: bits of a hash of the key. */
    add(key: string, hashBits: number): void {
      const bit = hashBits & MASK;
      const word = seen[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0 && guesses.length <= MOST_GUESSES) guesses.push(key);
      seen[bit >>> 5] = word | mask;
    },
    guesses: (): readonly string[] | undefined => (guesses.length > MOST_GUESSES ? undefined : guesses),
  };
}
