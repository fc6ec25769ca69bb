import type { BillingCondition } from '#billing/modules/accounts/public.ts';

const refusals = {
  normal: undefined,
  callCentre: 'billing.invoiceByCallCentre',
  contractChanges: 'billing.contractChanges',
  specialGroup: 'billing.specialConditionsGroup',
} as const;

/**
 * Why no sum of a month can be shown before its bill is made; undefined: it can. A calculation, a forecast of the balance and
 * the bill of a reading say the same (messages.md).
 */
export function conditionRefusal(condition: BillingCondition) {
  return refusals[condition];
}
