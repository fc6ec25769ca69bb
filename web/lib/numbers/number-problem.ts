import type { FieldProblem } from '#contract/field-rules.ts';
import { characterMessages } from '#contract/messages/character-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { findWrongNumberSign } from '#domain/input/number-sign.ts';

/** What is wrong with a typed sum, price or share that can't be read: its wrong character with the place, if it has one. */
export const numberProblem = (typed: string): FieldProblem =>
  findWrongNumberSign(typed) ?? { code: 'field.invalid' };

/** `wanted`, after the wrong character of what was typed, for a field without a summary that says what is wanted. */
export function wantedNumberText(typed: string, wanted: string): string {
  const wrong = findWrongNumberSign(typed);
  if (wrong === undefined) return wanted;
  const { code, ...params } = wrong;
  return `${formatText(characterMessages[code], params)}. ${wanted}`;
}
