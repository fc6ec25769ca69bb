import { formatText } from '#contract/messages/format-text.ts';
import { moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { isSomeMoney, showSum } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/**
 * Arrears with what follows from them, and what is due for violation acts, which stands apart: as of now, so an older bill
 * warns of nothing (facts 2.4, 9.1).
 */
export function BillNotices({ due }: Pick<BillData, 'due'>) {
  if (due === null) return null;
  const forActs = moneyToWire(sumMoney(due.acts.map(({ owed }) => moneyFromWire(owed))));
  return (
    <>
      {isSomeMoney(due.arrears) && (
        <Notice kind="warn" title={formatText(text.overdue, { sum: showSum(due.arrears) })}>
          {text.overdueNote}
        </Notice>
      )}
      {due.acts.length > 0 && (
        <Notice kind="info" title={formatText(text.acts, { sum: showSum(forActs) })}>
          {due.acts
            .map(({ actNumber, owed }) => formatText(text.act, { number: actNumber, sum: showSum(owed) }))
            .join('; ')}
          {'. '}
          {text.actsNote}
        </Notice>
      )}
    </>
  );
}
