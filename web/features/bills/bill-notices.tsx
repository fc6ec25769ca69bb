import { formatText } from '#contract/messages/format-text.ts';
import { moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { defaultPaymentLimits } from '#domain/payments/payment-limits.ts';
import { showSum } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

interface BillNoticesProps {
  bill: BillData;
  /** Something is owed still: else an old debt is a thing of the past. */
  isToBePaid: boolean;
}

/**
 * An old debt with what follows from it, and what is owed for violation acts, which stands apart. A debt smaller than the
 * smallest payment is no reason to warn (facts 2.4, 9.1).
 */
export function BillNotices({ bill, isToBePaid }: BillNoticesProps) {
  const isWarned = isToBePaid && moneyFromWire(bill.overdue) >= defaultPaymentLimits.least;
  const owedForActs = moneyToWire(sumMoney(bill.acts.map(({ owed }) => moneyFromWire(owed))));
  return (
    <>
      {isWarned && (
        <Notice kind="warn" title={formatText(text.overdue, { sum: showSum(bill.overdue) })}>
          {text.overdueNote}
        </Notice>
      )}
      {bill.acts.length > 0 && (
        <Notice kind="info" title={formatText(text.acts, { sum: showSum(owedForActs) })}>
          {bill.acts
            .map(({ actNumber, owed }) => formatText(text.act, { number: actNumber, sum: showSum(owed) }))
            .join('; ')}
          {'. '}
          {text.actsNote}
        </Notice>
      )}
    </>
  );
}
