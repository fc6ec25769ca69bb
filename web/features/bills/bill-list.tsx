import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showKwh, showPeriod, showSum } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './bill-list.module.css';
import type { BillSummary } from './bill-types.ts';
import { dueNow } from './due-now.ts';
import { text } from './text.ts';

interface BillListProps {
  account: string;
  /** The link to the bill of a month, around its row. */
  linkTo: (period: string, row: ReactNode) => ReactNode;
  /** What the balance has to say over the bills. */
  lead?: ReactNode;
}

/** The bills of an account by month, the newest first. */
export function BillList({ account, linkTo, lead }: BillListProps) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(listBills, account));
  const balance = useQuery(accountQuery(personBalance, account));
  const today = kyivDateOf(useNow());
  const isPaidOff = balance.data !== undefined && dueNow(balance.data.balance) === '0.00';
  // Both are asked for at once: the bills wait for the balance, so that nothing moves them when it comes.
  if (!data || (balance.isLoading && balance.failureCount === 0)) {
    return error ? (
      <FailedPart
        title={text.listFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <div aria-busy="true">
        <VisuallyHidden>{text.listLoading}</VisuallyHidden>
        <Skeleton shape="chart" />
      </div>
    );
  }
  return (
    <div className={styles.part}>
      {lead}
      {data.bills.length === 0 && <p>{text.listEmpty}</p>}
      {data.bills.length > 0 && (
        <ul className={styles.list} aria-label={text.listName}>
          {data.bills.map((bill, index) => (
            <li key={bill.period} className={styles.bill}>
              {linkTo(
                bill.period,
                <>
                  <span className={styles.month}>{showPeriod(bill.period)}</span>{' '}
                  <span className={styles.sum}>{showSum(bill.toPay)}</span>{' '}
                  <span className={styles.quiet}>{stateOf(bill, index === 0, isPaidOff, today)}</span>{' '}
                  <span className={styles.kwh}>{showKwh(bill.kwh)}</span>
                </>,
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Only the last bill can still be waiting, and not when nothing is owed any more: what an older one left open went into the next. */
function stateOf(
  { toPay, dueOn, issuedOn, isEstimated }: BillSummary,
  isLast: boolean,
  isPaidOff: boolean,
  today: LocalDate,
): string {
  const isOwed = /[1-9]/.test(toPay);
  const state = !isOwed
    ? text.covered
    : isLast
      ? isPaidOff
        ? text.paidNow
        : formatText(dueOn < today ? text.dueOver : text.dueUntil, { date: showDate(dueOn) })
      : formatText(text.issued, { date: showDate(issuedOn) });
  return isEstimated ? `${state}, ${text.estimated}` : state;
}
