import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** What was paid before, to be paid again: the same parts with the same sums. */
export interface PaidPart {
  readonly account: string;
  /** null: energy. */
  readonly actNumber: string | null;
  readonly sum: string;
}

/** What the way of paying is opened for; what else is owed can be paid with it. */
export type PayPurpose =
  /** `period`: the month whose bill it was opened from. */
  | { kind: 'energy'; due: string; period?: string }
  /** Up to what is owed for it (`sum`). */
  | { kind: 'violationAct'; actNumber: string; sum: string }
  | { kind: 'again'; parts: readonly PaidPart[] };

/** What is being paid, as a heading. */
export function titleOf(purpose: PayPurpose): string {
  switch (purpose.kind) {
    case 'energy':
      return text.payEnergy;
    case 'violationAct':
      return formatText(text.payAct, { number: purpose.actNumber });
    case 'again':
      return text.title;
  }
}
