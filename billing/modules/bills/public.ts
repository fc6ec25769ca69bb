export { listBills } from './bill-store.ts';
