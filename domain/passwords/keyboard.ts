/** Cyrillic letters in the order of the keys, row by row, and the Latin letters of the same keys. */
const CYRILLIC =
  '\u0439\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u0457\u0444\u0456\u0432\u0430\u043f\u0440\u043e\u043b\u0434\u0436\u0454\u044f\u0447\u0441\u043c\u0438\u0442\u044c\u0431\u044e\u0491\u044b\u044a\u044d\u0451';
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.us]'`";
const keyOf = new Map(Array.from(CYRILLIC, (letter, index) => [letter, KEYS.charAt(index)]));

/** What the keys of a text give on a Latin keyboard; other characters stay. */
export function keysOf(text: string): string {
  return Array.from(text, (letter) => keyOf.get(letter) ?? letter).join('');
}

const UKRAINIAN_ALPHABET =
  '\u0430\u0431\u0432\u0433\u0491\u0434\u0435\u0454\u0436\u0437\u0438\u0456\u0457\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044c\u044e\u044f';
const forward = [
  'abcdefghijklmnopqrstuvwxyz',
  keysOf(UKRAINIAN_ALPHABET),
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qawsedrftgyhujikolp',
  '!@#$%^&*()',
];
const RUNS = [...forward, ...forward.map((run) => Array.from(run).reverse().join(''))];
const SHORTEST_RUN = 3;

/** How many characters of a text (by its keys, in small letters) belong to no run of the alphabet, of digits or of neighbouring keys. */
export function countOutsideRuns(keys: string): number {
  let outside = 0;
  let at = 0;
  while (at < keys.length) {
    const length = runLengthAt(keys, at);
    if (length < SHORTEST_RUN) outside += 1;
    at += length < SHORTEST_RUN ? 1 : length;
  }
  return outside;
}

function runLengthAt(keys: string, at: number): number {
  let length = 1;
  while (at + length < keys.length && RUNS.some((run) => run.includes(keys.slice(at, at + length + 1)))) {
    length += 1;
  }
  return length;
}
