import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { mostFoundPayments } from '#contract/admin-payments.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import styles from './admin-payments.module.css';
import { type FoundPayment, foundKey, foundQuery } from './api.ts';
import { PaymentCard } from './payment-card.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { text } from './text.ts';

interface PaymentSearchProps {
  /** What is looked for; stands in the address. */
  query: string;
  onQuery: (query: string) => void;
  mayRefund: boolean;
}

/** Finds payments, shows the way of each, gives money back. */
export function PaymentSearch({ query, onQuery, mayRefund }: PaymentSearchProps) {
  const client = useQueryClient();
  const [refunding, setRefunding] = useState<FoundPayment>();
  const [message, setMessage] = useState<string>();
  const close = useCallback(() => setRefunding(undefined), []);
  const onRefunded = (words: string) => {
    setRefunding(undefined);
    setMessage(words);
    void client.invalidateQueries({ queryKey: foundKey });
  };
  return (
    <div className={styles.search}>
      <FilterBar
        label={text.form}
        applyLabel={text.find}
        clearLabel={text.clear}
        onApply={({ q }) => {
          setMessage(undefined);
          onQuery(q ?? '');
        }}
        fields={[{ kind: 'search', name: 'q', label: text.query, value: query, maxLength: 100 }]}
      />
      <p className={styles.quiet}>{text.queryHint}</p>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      {query === '' ? (
        <Notice kind="info">{text.start}</Notice>
      ) : (
        <Found query={query} {...(mayRefund && { onRefund: setRefunding })} />
      )}
      {refunding && <RefundDialog found={refunding} onClose={close} onRefunded={onRefunded} />}
    </div>
  );
}

function Found({ query, onRefund }: { query: string; onRefund?: (found: FoundPayment) => void }) {
  const { data, error, isFetching, refetch } = useQuery(foundQuery(query));
  if (!data) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsWaiting label={text.searching} rows={3} />
    );
  }
  const { payments } = data;
  if (payments.length === 0) {
    return (
      <Notice kind="info" live="status">
        {text.none}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className={styles.quiet}>
        {payments.length < mostFoundPayments ? text.found(payments.length) : text.newest(payments.length)}
      </p>
      <ul className={styles.payments} aria-label={text.title}>
        {payments.map((found) => (
          <PaymentCard key={found.payment.paymentId} found={found} {...(onRefund && { onRefund })} />
        ))}
      </ul>
    </>
  );
}
