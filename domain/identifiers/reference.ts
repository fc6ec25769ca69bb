import { tableOf } from '../table-of.ts';
/** Ids of requests between two, both included. */
export interface ReferenceRange {
  readonly first: string;
  readonly last: string;
}

/** Fewer digits begin the ids of too many requests: eight are some 65 s of them. */
const minReferenceDigits = 8;
const allDigits = 32;

const whole = /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/;
/** Cyrillic letters that look or sound like a hexadecimal digit, as somebody writes down what is read aloud. */
const cyrillic: Readonly<Record<string, string>> = tableOf({
  '\u0430': 'a',
  '\u0431': 'b',
  '\u0432': 'b',
  '\u0441': 'c',
  '\u0446': 'c',
  '\u0434': 'd',
  '\u0435': 'e',
  '\u0454': 'e',
  '\u0444': 'f',
});

const toId = (digits: string) =>
  [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');

/**
 * The ids that a typed reference can mean: the message of an error around it, spaces, any dashes, capitals and Cyrillic letters
 * make no difference, and its beginning is enough. Undefined: too short, too long, or no reference.
 */
export function parseReference(typed: string): ReferenceRange | undefined {
  const text = typed.toLowerCase();
  const id = whole.exec(text)?.[0];
  if (id !== undefined) return { first: id, last: id };
  const after = text.slice(text.lastIndexOf(':') + 1);
  const digits = after
    .replace(/[\s\u2116#.,\p{Dash}]/gu, '')
    .replace(/[\u0430-\u0454]/g, (letter) => cyrillic[letter] ?? letter);
  if (!/^[\da-f]+$/.test(digits) || digits.length < minReferenceDigits || digits.length > allDigits)
    return undefined;
  return { first: toId(digits.padEnd(allDigits, '0')), last: toId(digits.padEnd(allDigits, 'f')) };
}
