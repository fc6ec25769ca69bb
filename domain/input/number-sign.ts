import { tidyText } from './tidy-text.ts';
import { findWrongSign, type WrongSign } from './wrong-sign.ts';

/** The first character of a typed number that no number has: of a sum, a price, a share. */
export const findWrongNumberSign = (typed: string): WrongSign | undefined =>
  findWrongSign(tidyText(typed), /[\d.,\u2212 -]/);
