export {
  addressText,
  type BillingCondition,
  contractedWattsOn,
  customerNameText,
  findAccountCard,
  holderOn,
  isOfEntity,
} from './account-store.ts';
