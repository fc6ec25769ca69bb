export { bookReturned } from './book-payment.ts';
export { movePayments } from './move-payments.ts';
export { lockOrderOf } from './payment-store.ts';
