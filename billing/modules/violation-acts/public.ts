export {
  type ActKey,
  actsFrom,
  type Booking,
  lockActs,
  owedForActs,
  settleActs,
} from './act-store.ts';
export { paymentPurpose as actPaymentPurpose } from './document/text.ts';
