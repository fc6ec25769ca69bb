import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listBills } from '#contract/bills.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showKwh, showMoney, showPeriod } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { BillSummary } from './bill-types.ts';
import { text } from './text.ts';

interface BillListProps {
  account: string;
  /** The link to the bill of a month. */
  linkTo: (period: string, label: string) => ReactNode;
}

/** The bills of an account by month, the newest first. */
export function BillList({ account, linkTo }: BillListProps) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(listBills, account));
  if (!data) {
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
  if (data.bills.length === 0) return <p>{text.listEmpty}</p>;
  return (
    <DataTable
      caption={text.listCaption}
      captionHidden
      rows={data.bills}
      rowKey={({ period }) => period}
      columns={[
        { key: 'period', title: text.colPeriod, cell: ({ period }) => linkTo(period, showPeriod(period)) },
        { key: 'toPay', title: text.colToPay, numeric: true, cell: ({ toPay }) => showMoney(toPay) },
        { key: 'charged', title: text.colCharged, numeric: true, cell: ({ charged }) => showMoney(charged) },
        { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => showKwh(kwh) },
        {
          key: 'state',
          title: text.colState,
          cell: (bill) => stateOf(bill, bill === data.bills[0]),
        },
      ]}
    />
  );
}

/** Only the last bill can still be waiting: what an older one left open went into the next. */
function stateOf({ toPay, dueOn, issuedOn, isEstimated }: BillSummary, isLast: boolean): string {
  const isOwed = /[1-9]/.test(toPay);
  const state = !isOwed
    ? text.covered
    : isLast
      ? formatText(text.dueUntil, { date: showDate(dueOn) })
      : formatText(text.issued, { date: showDate(issuedOn) });
  return isEstimated ? `${state}, ${text.estimated}` : state;
}
