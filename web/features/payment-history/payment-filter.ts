import type { InputOf } from '#contract/define-call.ts';
import type { listPayments } from '#contract/payments.ts';
import { type DayRange, readRange } from '#web/lib/period-choice.ts';

type Asked = InputOf<typeof listPayments>;

/** Which payments are shown; it stands in the address. */
export interface PaymentFilter extends DayRange {
  purpose?: NonNullable<Asked['purpose']>;
  state?: NonNullable<Asked['state']>;
}

export const purposes = ['energy', 'violationAct'] as const;
export const states = ['inTransit', 'done', 'failed'] as const;

type Search = { readonly [Name in keyof PaymentFilter]?: string | undefined };

/** The filter in an address; what it does not know is left out, so that a broken link still shows something. */
export function readPaymentFilter(search: Search): PaymentFilter {
  const purpose = purposes.find((one) => one === search.purpose);
  const state = states.find((one) => one === search.state);
  return { ...readRange(search), ...(purpose && { purpose }), ...(state && { state }) };
}
