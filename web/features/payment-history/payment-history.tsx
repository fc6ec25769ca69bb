import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { listPayments } from '#contract/payments.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { partsQuery } from '#web/lib/parts-query.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { NoRecords } from '#web/ui/no-records.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import { paymentColumns } from './payment-columns.tsx';
import type { PaymentFilter } from './payment-filter.ts';
import { PaymentFilterBar } from './payment-filter-bar.tsx';
import styles from './payment-history.module.css';
import { PaymentTotals } from './payment-totals.tsx';
import { text } from './text.ts';

interface PaymentHistoryProps {
  account: string;
  filter: PaymentFilter;
  onFilter: (filter: PaymentFilter) => void;
  /** The link to a payment around its words. */
  linkTo: (paymentId: string, words: ReactNode) => ReactNode;
  /** The link to paying the same once more around its words. */
  againTo: (paymentId: string, words: ReactNode) => ReactNode;
  /** Where one pays, for who has not paid yet. */
  payLink: ReactNode;
}

/** All payments of an account, in parts; key it by the account. */
export function PaymentHistory(props: PaymentHistoryProps) {
  return (
    <div className={styles.history}>
      <PaymentFilterBar filter={props.filter} onFilter={props.onFilter} />
      <Found {...props} />
    </div>
  );
}

function Found({ account, filter, onFilter, linkTo, againTo, payLink }: PaymentHistoryProps) {
  const query = useInfiniteQuery(partsQuery(listPayments, account, { ...filter }));
  const { data, error, isFetching, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const totals = data?.pages.at(-1)?.totals;
  if (!data || !totals || (isPlaceholderData && error)) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsWaiting label={text.loading} />
    );
  }
  const payments = data.pages.flatMap((page) => page.payments);
  if (payments.length === 0) {
    return (
      <NoRecords
        isFiltered={Object.keys(filter).length > 0}
        words={text}
        onShowAll={() => onFilter({})}
        next={payLink}
      />
    );
  }
  return (
    <>
      <PaymentTotals account={account} filter={filter} totals={totals} />
      <RecordTable
        className={styles.payments}
        stale={isPlaceholderData}
        caption={text.caption}
        captionHidden
        columns={paymentColumns(linkTo, againTo)}
        rows={payments}
        rowKey={({ paymentId }) => paymentId}
      />
      <Pager
        count={formatText(text.shown, { shown: payments.length, n: totals.count })}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failure={query.isFetchNextPageError && error ? failureOf(error).message : undefined}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
