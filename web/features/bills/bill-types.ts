import type { getBill, listBills } from '#contract/bills.ts';
import type { OutputOf } from '#contract/define-call.ts';

export type BillData = OutputOf<typeof getBill>['bill'];
export type BillSummary = OutputOf<typeof listBills>['bills'][number];
