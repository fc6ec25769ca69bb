export {
  addressText,
  type BillingCondition,
  customerNameText,
  findAccountCard,
  holderOn,
  isOfEntity,
} from './account-store.ts';
