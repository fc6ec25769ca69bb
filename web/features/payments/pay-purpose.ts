import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** What a payment is for: energy in any sum, or one violation act up to what is owed for it (`sum`). */
export type PayPurpose =
  | { kind: 'energy'; due: string }
  | { kind: 'violationAct'; actNumber: string; sum: string };

/** What is being paid, as a heading. */
export function titleOf(purpose: PayPurpose): string {
  return purpose.kind === 'energy' ? text.payEnergy : formatText(text.payAct, { number: purpose.actNumber });
}
