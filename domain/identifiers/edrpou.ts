import type { Brand } from '../brand.ts';
import { withoutSpaces } from '../input/tidy-text.ts';

/** The code of a legal entity in the state register (EDRPOU): seven digits and a check digit. */
export type Edrpou = Brand<string, 'Edrpou'>;

/** Old records may lack leading zeros. */
const SHAPE = /^\d{1,8}$/;
const LENGTH = 8;
const NOBODY = '0'.repeat(LENGTH);
const WEIGHTS = [1, 2, 3, 4, 5, 6, 7] as const;
const MIDDLE_WEIGHTS = [7, 1, 2, 3, 4, 5, 6] as const;

/** The code, padded with zeros to eight digits, when its check digit is right, else undefined. Source: facts 4.4. */
export function parseEdrpou(text: string): Edrpou | undefined {
  const written = withoutSpaces(text);
  if (!SHAPE.test(written)) return undefined;
  const code = written.padStart(LENGTH, '0');
  return code !== NOBODY && checkDigit(code) === Number(code.charAt(7)) ? (code as Edrpou) : undefined;
}

function checkDigit(code: string): number {
  const weights = /^[345]/.test(code) ? MIDDLE_WEIGHTS : WEIGHTS;
  const first = weighted(code, weights, 0);
  return first < 10 ? first : weighted(code, weights, 2) % 10;
}

function weighted(code: string, weights: readonly number[], shift: number): number {
  return weights.reduce((sum, weight, index) => sum + (weight + shift) * Number(code.charAt(index)), 0) % 11;
}
