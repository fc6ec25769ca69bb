export { addressText, customerNameText, findAccountCard, holderOn } from './account-store.ts';
export type { BillingCondition } from './billing-condition.ts';
