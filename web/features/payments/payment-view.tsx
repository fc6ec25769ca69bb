import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paymentReceipt } from '#contract/payments.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { forgetAccounts, type PaymentData, paymentQuery } from './api.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { PaymentAgain } from './payment-again.tsx';
import { PaymentPaper } from './payment-paper.tsx';
import { hasFailed, isPaid } from './payment-steps.ts';
import { text } from './payment-text.ts';
import styles from './payment-view.module.css';
import { isWaiting, pollPause } from './poll-pause.ts';

interface PaymentViewProps {
  account: string;
  paymentId: string;
  /** The way of paying the same again is open from the start. */
  isAgain: boolean;
  /** The way of paying, opened by a button; put away by `close`. */
  payPanel: (purpose: PayPurpose, close: () => void) => ReactNode;
  /** The link to another part of the same order around its words. */
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
  /** Where one goes on from here. */
  links: ReactNode;
}

/** Where a payment stands: asks until the bank has answered, then is its receipt. */
export function PaymentView({ account, paymentId, isAgain, payPanel, linkTo, links }: PaymentViewProps) {
  const isOnline = useOnline();
  const [since, setSince] = useState(0);
  const [isPaying, setPaying] = useState(isAgain);
  const query = usePolled(account, paymentId, since);
  const { data, error, isFetching, refetch } = query;
  useForgetting(data?.parts);

  if (!data) {
    return error ? (
      <FailedPart
        title={text.loadFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <div aria-busy="true" className={styles.waiting}>
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton shape="figure" />
        <Skeleton shape="tile" />
      </div>
    );
  }
  const { payment } = data;
  // Of the object that is shown first: it is what one comes back to.
  const parts = data.parts.toSorted(
    (one, other) => Number(other.account === account) - Number(one.account === account),
  );
  const { state } = payment;
  const asked = query.dataUpdateCount + query.errorUpdateCount;
  const hasStopped = isWaiting(state) && pollPause(state, asked - since) === undefined;
  return (
    <div className={styles.view}>
      {!isOnline && isWaiting(state) && <Notice kind="info">{text.offline}</Notice>}
      <PaymentPaper answer={data} hasStopped={hasStopped} linkTo={linkTo}>
        {hasFailed(state) && <PaymentAgain parts={parts} onOtherWay={() => setPaying(true)} />}
        <div className={styles.actions}>
          {hasStopped && (
            <Button
              busy={isFetching}
              onClick={() => {
                setSince(asked);
                void refetch();
              }}
            >
              {text.checkAgain}
            </Button>
          )}
          {isPaid(state) && (
            <DownloadButtons
              label={text.receipt}
              labels={{ pdf: text.receiptPdf }}
              busyLabel={text.receiptBusy}
              download={() => downloadFile(paymentReceipt, { account, paymentId })}
            />
          )}
          {isPaid(state) && <Button onClick={() => window.print()}>{text.print}</Button>}
          {!isWaiting(state) && !hasFailed(state) && (
            <Button disabled={isPaying} onClick={() => setPaying(true)}>
              {text.repeat}
            </Button>
          )}
          {links}
        </div>
      </PaymentPaper>
      {isPaying && payPanel({ kind: 'again', parts }, () => setPaying(false))}
    </div>
  );
}

function usePolled(account: string, paymentId: string, since: number) {
  const options = paymentQuery(account, paymentId);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      pollPause(state.data?.payment.state, state.dataUpdateCount + state.errorUpdateCount - since) ?? false,
  });
  const counts = useQueryClient().getQueryState(options.queryKey);
  return {
    ...query,
    dataUpdateCount: counts?.dataUpdateCount ?? 0,
    errorUpdateCount: counts?.errorUpdateCount ?? 0,
  };
}

/** Once the bank has answered, what is known of the accounts is of before. */
function useForgetting(parts: readonly PaymentData[] | undefined): void {
  const client = useQueryClient();
  const state = parts?.[0]?.state;
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (!parts || !state || !was || !isWaiting(was) || isWaiting(state)) return;
    void forgetAccounts(
      client,
      parts.map(({ account }) => account),
    );
  }, [state, parts, client]);
}
