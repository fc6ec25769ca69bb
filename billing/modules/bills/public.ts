export { billQr } from './bill-qr.ts';
export { listBills } from './bill-store.ts';
export { paymentPurpose as billPaymentPurpose } from './document/layout.ts';
