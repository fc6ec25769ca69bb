export {
  type ActKey,
  listUnpaidActs,
  lockActs,
  owedForActs,
  settleActs,
  type UnpaidActRow,
  unpaidActStates,
  unpaidActs,
} from './act-store.ts';
export { paymentPurpose as actPaymentPurpose } from './document/text.ts';
