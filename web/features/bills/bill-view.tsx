import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getBill, listBills } from '#contract/bills.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { BillDocument } from './bill-document.tsx';
import { BillRefused } from './bill-refused.tsx';
import styles from './bill-view.module.css';
import { text } from './text.ts';

interface BillViewProps {
  account: string;
  period: string;
  /** Opens the way of paying what is due now. */
  onPay: (due: string) => void;
  /** The link to the last bill from an older one. */
  linkToLast: (period: string) => ReactNode;
  /** Why the sum is what it is. */
  why: ReactNode;
  /** The phones of the contact centre, to be pressed. */
  phones: ReactNode;
  /** Where one goes on when there is no bill. */
  links: ReactNode;
}

/** The bill of a month as a document, with what can be done about it. */
export function BillView({ account, period, onPay, linkToLast, why, phones, links }: BillViewProps) {
  const bill = useQuery(accountQuery(getBill, account, { period }));
  const bills = useQuery(accountQuery(listBills, account));

  if (bill.data) {
    const { due } = bill.data.bill;
    const lastPeriod = bills.data?.bills[0]?.period;
    return (
      <div className={styles.view}>
        {due === null && (
          <Notice kind="info" actions={lastPeriod && linkToLast(lastPeriod)}>
            {text.old}
          </Notice>
        )}
        <BillDocument
          bill={bill.data.bill}
          why={why}
          onPay={due === null ? undefined : () => onPay(due.sum)}
        />
      </div>
    );
  }
  if (bill.error) {
    const failure = failureOf(bill.error);
    return failure.httpStatus === 404 || failure.httpStatus === 422 ? (
      <BillRefused failure={failure} phones={phones} links={links} />
    ) : (
      <FailedPart
        title={text.failed}
        message={failure.message}
        retryLabel={text.retry}
        retrying={bill.isFetching}
        onRetry={() => bill.refetch()}
      />
    );
  }
  return (
    <div className={styles.loading} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton />
      <Skeleton shape="figure" />
      <Skeleton shape="chart" />
    </div>
  );
}
