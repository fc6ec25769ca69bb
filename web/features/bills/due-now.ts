import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';

/** What is owed for energy now: "432.50", "0.00" when nothing; undefined while the balance is not known. */
export function dueNow(balance: OutputOf<typeof personBalance>['balance']): string | undefined {
  if (balance.ballanceError || balance.debet === '') return undefined;
  return balance.debet.includes('.') ? balance.debet : `${balance.debet}.00`;
}
