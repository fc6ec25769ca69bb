export { bookReturned } from './book-payment.ts';
export { movePayments } from './move-payments.ts';
export {
  landImportedFrom,
  lastEventNumber,
  lockOrderOf,
  lockWholeOrder,
  matchPaymentsFrom,
  orderPartsFrom,
  paymentEventsFrom,
  paymentsFrom,
} from './payment-store.ts';
