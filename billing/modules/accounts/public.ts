export {
  addressText,
  type BillingCondition,
  customerNameText,
  findAccountCard,
  holderOn,
} from './account-store.ts';
