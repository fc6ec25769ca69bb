export {
  type ActKey,
  actDebts,
  actsFrom,
  lockActs,
  owedForActs,
  settleActs,
  unpaidActStates,
} from './act-store.ts';
export { paymentPurpose as actPaymentPurpose } from './document/text.ts';
