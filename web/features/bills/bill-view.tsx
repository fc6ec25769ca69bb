import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getBill, listBills } from '#contract/bills.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { askCallCentre } from '#web/lib/form/blocked-advice.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BillDocument } from './bill-document.tsx';
import styles from './bill-view.module.css';
import { text } from './text.ts';

interface BillRefusedProps {
  failure: ApiFailure;
  /** The phones of the contact centre, as links. */
  phones: ReactNode;
  /** Links to continue with. */
  links: ReactNode;
}

/** Why there is no bill for a month; shows the phones when only the contact centre knows the sum. */
function BillRefused({ failure, phones, links }: BillRefusedProps) {
  if (failure.code !== 'billing.invoiceByCallCentre') {
    return (
      <Notice kind="info" title={text.none} actions={links}>
        {failure.message}
      </Notice>
    );
  }
  return (
    <Notice kind="info" title={text.callCentre} actions={links}>
      <p>{askCallCentre}</p>
      {phones}
    </Notice>
  );
}

interface BillViewProps {
  account: string;
  period: string;
  /** Opens the payment of the amount due. */
  onPay: (due: string) => void;
  /** The link from an older bill to the last one. */
  linkToLast: (period: string) => ReactNode;
  /** The explanation of the sum. */
  why: ReactNode;
  /** The phones of the contact centre, as links. */
  phones: ReactNode;
  /** Links to continue with when there is no bill. */
  links: ReactNode;
}

/** The bill of a month with its actions. */
export function BillView({ account, period, onPay, linkToLast, why, phones, links }: BillViewProps) {
  const bill = useQuery(accountQuery(getBill, account, { period }));
  const bills = useQuery(accountQuery(listBills, account));

  return (
    <QueryPart
      query={bill}
      failed={text.failed}
      refused={(failure) =>
        (failure.httpStatus === 404 || failure.httpStatus === 422) && (
          <BillRefused failure={failure} phones={phones} links={links} />
        )
      }
      skeleton={
        <div className={styles.loading} aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton />
          <Skeleton shape="figure" />
          <Skeleton shape="chart" />
        </div>
      }
    >
      {(data) => {
        const { due } = data.bill;
        const lastPeriod = bills.data?.bills[0]?.period;
        return (
          <div className={styles.view}>
            {due === null && (
              <Notice kind="info" actions={lastPeriod && linkToLast(lastPeriod)}>
                {text.old}
              </Notice>
            )}
            <BillDocument
              bill={data.bill}
              why={why}
              onPay={due === null ? undefined : () => onPay(due.sum)}
            />
          </div>
        );
      }}
    </QueryPart>
  );
}
