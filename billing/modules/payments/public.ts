export { bookReturned } from './book-payment.ts';
export { movePayments } from './move-payments.ts';
export { lockOrderOf, lockWholeOrder } from './payment-store.ts';
