import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** A part of an earlier payment, to be paid again with the same sum. */
interface PaidPart {
  readonly account: string;
  /** null: energy. */
  readonly actNumber: string | null;
  readonly sum: string;
}

/** What the payment form is opened for; other debts can be added to it. */
export type PayPurpose =
  /** `period`: the month of the bill it was opened from. */
  | { kind: 'energy'; due: string; period?: string }
  /** `sum`: what is due of the act now; `unpaid`: all that may be paid for it. */
  | { kind: 'violationAct'; actNumber: string; sum: string; unpaid: string }
  | { kind: 'again'; parts: readonly PaidPart[] };

/** The heading of the payment form. */
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
