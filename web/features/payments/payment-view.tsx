import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showMoment, showMoney } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check, clock } from '#web/ui/icons.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { NotOnPaper, Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { forgetAccount, type PaymentData, paymentQuery } from './api.ts';
import { PayPanel } from './pay-panel.tsx';
import styles from './payment-view.module.css';
import { isWaiting, pollPause } from './poll-pause.ts';
import { text } from './text.ts';

interface PaymentViewProps {
  account: string;
  paymentId: string;
  /** Where one goes on from here. */
  links: ReactNode;
}

/** Where a payment stands: asks until the bank has answered, then is its receipt. */
export function PaymentView({ account, paymentId, links }: PaymentViewProps) {
  const client = useQueryClient();
  const [since, setSince] = useState(0);
  const { data, error, isFetching, refetch, dataUpdateCount, errorUpdateCount } = usePolled(
    account,
    paymentId,
    since,
  );
  const state = data?.payment.state;
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was && state && isWaiting(was) && !isWaiting(state)) void forgetAccount(client, account);
  }, [state, client, account]);

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
      <div aria-busy="true">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton shape="figure" />
        <Skeleton shape="tile" />
      </div>
    );
  }
  const asked = dataUpdateCount + errorUpdateCount - since;
  const { payment } = data;
  const hasStopped = isWaiting(payment.state) && pollPause(payment.state, asked) === undefined;
  return (
    <div className={styles.view}>
      <PaymentPaper payment={payment} hasStopped={hasStopped}>
        {hasStopped && (
          <Button
            busy={isFetching}
            onClick={() => {
              setSince(dataUpdateCount + errorUpdateCount);
              void refetch();
            }}
          >
            {text.checkAgain}
          </Button>
        )}
        {!isWaiting(payment.state) && !canRepeat(payment.state) && (
          <Button onClick={() => window.print()}>{text.print}</Button>
        )}
        {links}
      </PaymentPaper>
      {canRepeat(payment.state) && <PayPanel account={account} purpose={purposeOf(payment)} />}
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

interface PaymentPaperProps {
  payment: PaymentData;
  hasStopped: boolean;
  children: ReactNode;
}

/** The payment as a receipt; its buttons stay on the screen. */
function PaymentPaper({ payment, hasStopped, children }: PaymentPaperProps) {
  const titleId = useId();
  const { state, message } = payment;
  const tone = isWaiting(state) ? 'wait' : canRepeat(state) ? 'bad' : 'good';
  return (
    <Paper labelledBy={titleId}>
      <div className={styles.head} role="status">
        <span className={styles.mark} data-tone={tone}>
          <Icon drawing={tone === 'good' ? check : tone === 'bad' ? alert : clock} size={24} />
        </span>
        <div>
          <h2 id={titleId}>{text.titles[state]}</h2>
          <p>{hasStopped ? text.stillWaiting : (message ?? text.explained[state])}</p>
        </div>
      </div>
      <p>
        <MoneyFigure sum={showMoney(payment.sum)} unit={text.unit} size="xl" />
      </p>
      <dl className={styles.facts}>
        {factsOf(payment).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <NotOnPaper>
        <div className={styles.actions}>{children}</div>
      </NotOnPaper>
    </Paper>
  );
}

function factsOf(payment: PaymentData): readonly (readonly [string, string])[] {
  const { account, purpose, actNumber, provider, startedAt, confirmedAt, expectedOn, paymentId, state } =
    payment;
  const what = text.purposes[purpose] + (actNumber ? ` №\u00a0${actNumber}` : '');
  return [
    [text.factAccount, account],
    [text.factPurpose, what],
    [text.factProvider, providerName(provider)],
    [text.factStarted, showMoment(startedAt)],
    ...(confirmedAt ? ([[text.factConfirmed, showMoment(confirmedAt)]] as const) : []),
    ...(expectedOn && state === 'confirmed' ? ([[text.factExpected, showDate(expectedOn)]] as const) : []),
    [text.factNumber, paymentId],
  ];
}

function canRepeat(state: PaymentData['state']): boolean {
  return state === 'failed' || state === 'expired';
}

function purposeOf({ purpose, actNumber, sum }: PaymentData) {
  return purpose === 'violationAct' && actNumber !== null
    ? ({ kind: 'violationAct', actNumber, sum } as const)
    : ({ kind: 'energy', due: sum } as const);
}
