import type { Brand } from '../brand.ts';
import { withoutSpaces } from '../input/tidy-text.ts';

/** A person's taxpayer number (RNOKPP): nine digits and a check digit. */
export type Rnokpp = Brand<string, 'Rnokpp'>;

const SHAPE = /^\d{10}$/;
const WEIGHTS = [-1, 5, 7, 9, 4, 6, 10, 5, 7] as const;

/** The number when its check digit is right, else undefined. Source: facts 4.5. */
export function parseRnokpp(text: string): Rnokpp | undefined {
  const number = withoutSpaces(text);
  if (!SHAPE.test(number)) return undefined;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number.charAt(index)), 0);
  const check = (((sum % 11) + 11) % 11) % 10;
  return check === Number(number.charAt(9)) ? (number as Rnokpp) : undefined;
}
