import type { BillData } from '#billing/api/bills/bills.ts';
import type { getBill } from '#contract/bills/bills.ts';
import type { OutputOf } from '#contract/define-call.ts';

/**
 * Where a person pays a bill online: its page in the cabinet, which asks for the sign-in first. On paper it stands as a link, so
 * it says the account, which the paper says anyway.
 */
export function payAddress(publicUrl: string, account: string, period: string): string {
  return `${publicUrl}/cabinet/person/bills/${period}?account=${account}`;
}

/** A bill in the words of the wire. */
export function toBillDto(bill: BillData): OutputOf<typeof getBill>['bill'] {
  const { accountNumber, ...customer } = bill.customer;
  const { mainUrl: _, ...supplier } = bill.supplier;
  return {
    ...bill,
    supplier,
    customer: { ...customer, account: accountNumber },
    meters: bill.meters.map(({ from, to, ...meter }) => ({ ...meter, previousOn: from, currentOn: to })),
  };
}
