export { type BillSummaryRow, listBills } from './bill-store.ts';
