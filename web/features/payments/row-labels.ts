import { formatText } from '#contract/messages/format-text.ts';
import { showSum } from '#web/lib/format.ts';
import type { Row } from './amount.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { isSome, type Payable } from './payable.ts';
import { text } from './text.ts';

/** The name of a payable: energy or an act. */
export function whatOf({ actNumber }: Pick<Payable, 'actNumber'>): string {
  return actNumber === undefined ? text.energy : formatText(text.act, { number: actNumber });
}

/** The name with the account. */
export function fullNameOf(payable: Pick<Payable, 'account' | 'actNumber'>): string {
  return formatText(text.ofAccount, { what: whatOf(payable), account: payable.account });
}

/** The hint of the only sum field. */
export function hintOf({ actNumber, due }: Row, purpose: PayPurpose): string {
  if (purpose.kind === 'again') return text.sumHintAgain;
  if (actNumber !== undefined) return formatText(text.actHint, { sum: showSum(due) });
  return isSome(due) ? formatText(text.sumHint, { sum: showSum(due) }) : text.sumHintFree;
}
