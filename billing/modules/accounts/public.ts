export { type AccountCardRow, addressText, customerNameText, findAccountCard } from './account-store.ts';
export type { BillingCondition } from './billing-condition.ts';
