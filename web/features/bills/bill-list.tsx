import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { isSomeMoney, showDate, showKwh, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './bill-list.module.css';
import type { BillSummary } from './bill-types.ts';
import { text } from './text.ts';

interface BillListProps {
  account: string;
  /** Wraps a row in the link to the bill of its month. */
  linkTo: (period: string, row: ReactNode) => ReactNode;
  /** Opens the payment of the amount due; `period`: the month of the newest bill. */
  onPay: (due: string, period: string) => void;
  /** The part of the balance above the bills. */
  lead?: ReactNode;
}

/** The bills of an account by month, newest first. */
export function BillList(props: BillListProps) {
  const query = useQuery(accountQuery(listBills, props.account));
  const balance = useQuery(accountQuery(personBalance, props.account));
  // `lead` depends on the balance: the bills wait for it to avoid a layout shift.
  const isLeadKnown = balance.data !== undefined || balance.failureCount > 0;
  return (
    <QueryPart
      query={{ ...query, data: isLeadKnown ? query.data : undefined }}
      failed={text.listFailed}
      skeleton={
        <div aria-busy="true">
          <VisuallyHidden>{text.listLoading}</VisuallyHidden>
          <Skeleton shape="chart" />
        </div>
      }
    >
      {(data) => <Bills {...props} data={data} />}
    </QueryPart>
  );
}

type BillsProps = Omit<BillListProps, 'account'> & { data: OutputOf<typeof listBills> };

function Bills({ linkTo, onPay, lead, data }: BillsProps) {
  const today = kyivDateOf(useNow());
  const [newest] = data.bills;
  return (
    <Stack gap="3">
      {isSomeMoney(data.due) ? (
        <div className={styles.due}>
          <p>
            {text.dueForAll} <MoneyFigure sum={showMoney(data.due)} unit={text.unit} size="l" />
          </p>
          {newest && (
            <Button kind="lamp" onClick={() => onPay(data.due, newest.period)}>
              {text.pay}
            </Button>
          )}
        </div>
      ) : (
        data.bills.length > 0 && <p>{text.dueForNone}</p>
      )}
      {lead}
      {data.bills.length === 0 && <p>{text.listEmpty}</p>}
      {data.bills.length > 0 && (
        <ul className={styles.list} aria-label={text.listName}>
          {data.bills.map((bill) => (
            <li key={bill.period} className={styles.bill}>
              {linkTo(
                bill.period,
                <>
                  <span className={styles.month}>{showPeriod(bill.period)}</span>{' '}
                  <span className={styles.sum}>
                    <span className={styles.quiet}>{text.chargedFor}</span> {showSum(bill.charged)}
                  </span>{' '}
                  <span className={styles.state} data-overdue={isOverdue(bill, today) ? '' : undefined}>
                    {stateOf(bill, today)}
                  </span>{' '}
                  <span className={styles.kwh}>{showKwh(bill.kwh)}</span>
                </>,
              )}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function isOverdue({ open, dueOn }: BillSummary, today: LocalDate): boolean {
  return isSomeMoney(open) && dueOn < today;
}

/**
 * What is still due for this month alone: together the rows are the amount due, apart from what is not billed yet.
 */
function stateOf(bill: BillSummary, today: LocalDate): string {
  const { open, dueOn, isEstimated } = bill;
  const state = isSomeMoney(open)
    ? formatText(isOverdue(bill, today) ? text.dueOver : text.dueUntil, {
        sum: showSum(open),
        date: showDate(dueOn),
      })
    : text.paidMonth;
  return isEstimated ? `${state}, ${text.estimated}` : state;
}
