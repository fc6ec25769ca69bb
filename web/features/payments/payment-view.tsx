import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paymentReceipt } from '#contract/payments/payments.ts';
import { forgetAccounts } from '#web/lib/account-query.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type PaymentData, paymentQuery } from './api.ts';
import { text as bankText } from './bank-text.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { type PaymentPart, partOf } from './payable.ts';
import paymentAgainStyles from './payment-again.module.css';
import { isProvider, paymentMethods } from './payment-method.ts';
import { PaymentReceipt } from './payment-receipt.tsx';
import { hasFailed, isPaid } from './payment-steps.ts';
import { text } from './payment-text.ts';
import styles from './payment-view.module.css';
import { isWaiting, pollPause } from './poll-pause.ts';
import { usePay } from './use-pay.ts';

interface PaymentAgainProps {
  parts: readonly PaymentData[];
  /** Opens the payment form to choose another bank. */
  onOtherMethod: () => void;
}

/** Shown after a failed payment: repeat it with the same parts, or choose another method. */
function PaymentAgain({ parts, onOtherMethod }: PaymentAgainProps) {
  const isOnline = useOnline();
  const { isBusy, failure, pay } = usePay();
  const provider = paymentMethods.filter(isProvider).find((one) => one === parts[0]?.provider);
  return (
    <div className={paymentAgainStyles.again}>
      <div className={paymentAgainStyles.actions}>
        {provider && (
          <Button
            kind="lamp"
            busy={isBusy}
            disabled={!isOnline}
            onClick={() => void pay(parts.map(partAgain), provider)}
          >
            {isBusy ? bankText.going : text.repeat}
          </Button>
        )}
        <Button disabled={!isOnline} onClick={onOtherMethod}>
          {text.otherWay}
        </Button>
      </div>
      {failure && (
        <Notice kind="bad" live="alert" title={bankText.failed}>
          {failure}
        </Notice>
      )}
    </div>
  );
}

function partAgain({ account, actNumber, period, sum }: PaymentData): PaymentPart {
  return partOf({ account, actNumber: actNumber ?? undefined }, sum, period ?? undefined);
}

interface PaymentViewProps {
  account: string;
  paymentId: string;
  /** The form to repeat the payment is open at first. */
  isAgain: boolean;
  /** Renders the payment form, opened by a button; `close` closes it. */
  payPanel: (purpose: PayPurpose, close: () => void) => ReactNode;
  /** Wraps words in a link to another part of the same order. */
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
  /** Links to continue with. */
  links: ReactNode;
}

/** The state of a payment: polls until the bank has answered, then shows the receipt. */
export function PaymentView({ account, paymentId, isAgain, payPanel, linkTo, links }: PaymentViewProps) {
  const isOnline = useOnline();
  const [since, setSince] = useState(0);
  const [isPaying, setPaying] = useState(isAgain);
  const query = usePolled(account, paymentId, since);
  const { data, error, isFetching, refetch } = query;
  useStaleAccounts(data?.parts);

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
  // The part of the shown object first: its page is where the user returns.
  const parts = data.parts.toSorted(
    (one, other) => Number(other.account === account) - Number(one.account === account),
  );
  const { state } = payment;
  const asked = query.dataUpdateCount + query.errorUpdateCount;
  const hasStopped = isWaiting(state) && pollPause(state, asked - since) === undefined;
  return (
    <div className={styles.view}>
      {!isOnline && isWaiting(state) && <Notice kind="info">{text.offline}</Notice>}
      <PaymentReceipt answer={data} hasStopped={hasStopped} linkTo={linkTo}>
        {hasFailed(state) && <PaymentAgain parts={parts} onOtherMethod={() => setPaying(true)} />}
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
          {isPaid(state) && links}
          {isPaid(state) && (
            <DownloadButtons
              label={text.receipt}
              labels={{ pdf: text.receiptPdf }}
              busyLabel={text.receiptBusy}
              download={() => downloadFile(paymentReceipt, { account, paymentId })}
            />
          )}
          {!isPaid(state) && links}
        </div>
        {!isWaiting(state) && !hasFailed(state) && (
          <Disclosure summary={text.more}>
            <div className={styles.actions}>
              {isPaid(state) && <Button onClick={() => window.print()}>{text.print}</Button>}
              <Button disabled={isPaying} onClick={() => setPaying(true)}>
                {text.repeat}
              </Button>
            </div>
          </Disclosure>
        )}
      </PaymentReceipt>
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

/** Once the bank has answered, the cached data of the accounts is stale. */
function useStaleAccounts(parts: readonly PaymentData[] | undefined): void {
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
