import type { InputOf } from '#contract/define-call.ts';
import type { listPayments } from '#contract/payments/payments.ts';
import { type DayRange, readRange } from '#web/lib/period-buttons.tsx';

type Asked = InputOf<typeof listPayments>;

/** The filter of the payment list; it is in the URL. */
export interface PaymentFilter extends DayRange {
  purpose?: NonNullable<Asked['purpose']>;
  state?: NonNullable<Asked['state']>;
}

export const purposes = ['energy', 'violationAct'] as const;
export const states = ['inTransit', 'done', 'failed'] as const;

type Search = { readonly [Name in keyof PaymentFilter]?: string | undefined };

/** The filter of a URL; invalid values are ignored, so that a broken link still shows something. */
export function readPaymentFilter(search: Search): PaymentFilter {
  const purpose = purposes.find((one) => one === search.purpose);
  const state = states.find((one) => one === search.state);
  return { ...readRange(search), ...(purpose && { purpose }), ...(state && { state }) };
}
