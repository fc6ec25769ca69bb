import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { showDate, showMoney, showSum } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './bill-to-pay.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

interface BillToPayProps {
  bill: BillData;
  due: string | undefined;
  isLast: boolean;
}

/**
 * What is to be paid, the largest thing on the page: what is owed now when that is known, else what the bill says. Money
 * that was paid since is never shown as debt (product.md §1).
 */
export function BillToPay({ bill, due, isLast }: BillToPayProps) {
  const today = kyivDateOf(useNow());
  const isPaidOff = due !== undefined && !/[1-9]/.test(due);
  const hasChanged = due !== undefined && due !== bill.toPay;
  const wasOwed = /[1-9]/.test(bill.toPay);
  return (
    <div className={styles.toPay}>
      <p className={styles.label}>{isPaidOff && wasOwed ? text.paidOff : labelOf(hasChanged)}</p>
      <p>
        <MoneyFigure
          sum={showMoney(isPaidOff && wasOwed ? bill.toPay : (due ?? bill.toPay))}
          unit={text.unit}
          size="xl"
        />
      </p>
      <p className={styles.due} data-done={isPaidOff ? '' : undefined}>
        {isPaidOff
          ? text.paidOffNote
          : formatText(isLast && bill.dueOn >= today ? text.due : text.dueWas, {
              date: showDate(bill.dueOn),
            })}
      </p>
      {hasChanged && !isPaidOff && (
        <p className={styles.note}>{formatText(text.paidPart, { sum: showSum(bill.toPay) })}</p>
      )}
    </div>
  );
}

function labelOf(hasChanged: boolean): string {
  return hasChanged ? text.toPayNow : text.toPay;
}
