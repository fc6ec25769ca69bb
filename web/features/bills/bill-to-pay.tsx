import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { isSomeMoney, showDate, showMoney } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './bill-to-pay.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/**
 * What is due now, the largest thing on the page; of a bill that was paid or went into the next one, what it was about. Money
 * that was paid since is never shown as debt (product.md §1, §8).
 */
export function BillToPay({ bill }: { bill: BillData }) {
  const today = kyivDateOf(useNow());
  const { due, toPay, dueOn } = bill;
  const isPaidOff = due !== null && !isSomeMoney(due.sum);
  return (
    <div className={styles.toPay}>
      <p className={styles.label}>
        {due === null ? text.wasToPay : isPaidOff && isSomeMoney(toPay) ? text.paidOff : text.toPayNow}
      </p>
      <p>
        <MoneyFigure
          sum={showMoney(due === null || isPaidOff ? toPay : due.sum)}
          unit={text.unit}
          size="xl"
        />
      </p>
      <p className={styles.due} data-done={isPaidOff ? '' : undefined}>
        {isPaidOff ? text.paidOffNote : dueWords(localDate(dueOn), due === null ? undefined : today)}
      </p>
    </div>
  );
}

/** Until when to pay, or since when it is overdue; with `today` undefined, of a bill that is no longer paid by itself. */
function dueWords(dueOn: LocalDate, today: LocalDate | undefined): string {
  if (today === undefined) return formatText(text.dueWas, { date: showDate(dueOn) });
  return dueOn >= today
    ? formatText(text.due, { date: showDate(dueOn) })
    : formatText(text.overdueSince, { date: showDate(addDays(dueOn, 1)) });
}
