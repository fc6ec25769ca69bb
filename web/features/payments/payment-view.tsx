import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { paymentReceipt } from '#contract/payments/payments.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showMoment, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check, clock, close } from '#web/ui/icons.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type PaymentAnswer, type PaymentData, paymentQuery } from './api.ts';
import { text as bankText } from './pay/bank-text.ts';
import { isSome, type PaymentPart, partOf } from './pay/payable.ts';
import { isProvider, paymentMethods } from './pay/payment-method.ts';
import {
  hasFailed,
  isPaid,
  isWaiting,
  type PaymentStep,
  paymentSteps,
  pollPause,
  wentWrong,
} from './pay/payment-steps.ts';
import { usePay } from './pay/use-pay.ts';
import type { PayPurpose } from './pay-purpose.ts';
import paymentPartsStyles from './payment-parts.module.css';
import paymentReceiptStyles from './payment-receipt.module.css';
import { text } from './payment-text.ts';
import paymentTimelineStyles from './payment-timeline.module.css';
import styles from './payment-view.module.css';

/** The purpose of a payment: energy and its first month, or the act. */
function purposeOf({ actNumber, period }: PaymentData): string {
  if (actNumber !== null) return formatText(text.act, { number: actNumber });
  if (period === null) return text.energy;
  return `${text.energy}, ${formatText(text.named, { period: showPeriod(period) })}`;
}

interface PaymentPartsProps {
  answer: PaymentAnswer;
  /** Wraps words in a link to another part. */
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
}

/** The parts of an order with several, and which months this part settled. */
function PaymentParts({ answer, linkTo }: PaymentPartsProps) {
  const { payment, parts, settles, advance } = answer;
  return (
    <>
      {payment.partCount > 1 && (
        <Sums title={text.parts}>
          {parts.map((part) => {
            const words = (
              <>
                {purposeOf(part)},{' '}
                <span className={paymentPartsStyles.account}>
                  {formatText(text.ofAccount, { account: part.account })}
                </span>
              </>
            );
            const isThis = part.paymentId === payment.paymentId;
            return (
              <Sum key={part.paymentId} name={isThis ? <b>{words}</b> : linkTo(part, words)} sum={part.sum} />
            );
          })}
          <Sum name={text.whole} sum={payment.orderSum} />
        </Sums>
      )}
      {(settles.length > 0 || isSome(advance)) && (
        <Sums title={text.settles}>
          {settles.map(({ period, sum }) => (
            <Sum key={period} name={showPeriod(period)} sum={sum} />
          ))}
          {isSome(advance) && <Sum name={text.advance} sum={advance} />}
        </Sums>
      )}
    </>
  );
}

function Sums({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={paymentPartsStyles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Sum({ name, sum }: { name: ReactNode; sum: string }) {
  return (
    <div className={paymentPartsStyles.row}>
      <dt>{name}</dt>
      <dd>{showSum(sum)}</dd>
    </div>
  );
}

/** The past steps of a payment with times, and the steps ahead. */
function PaymentTimeline({ answer }: { answer: Pick<PaymentAnswer, 'payment' | 'events'> }) {
  return (
    <ol className={paymentTimelineStyles.steps} aria-label={text.way}>
      {paymentSteps(answer).map((step) => (
        <li
          key={`${step.state} ${step.at ?? ''}`}
          className={paymentTimelineStyles.step}
          data-place={step.place}
          data-end={wentWrong(step.state) ? '' : undefined}
          aria-current={step.place === 'now' ? 'step' : undefined}
        >
          <span className={paymentTimelineStyles.dot}>{drawingOf(step)}</span>
          <span className={paymentTimelineStyles.name}>{text.steps[step.state]}</span>
          <span className={paymentTimelineStyles.time}>{timeOf(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function drawingOf({ state, place }: PaymentStep) {
  if (place === 'ahead' || (place === 'now' && isWaiting(state))) return null;
  return <Icon drawing={wentWrong(state) ? close : check} size={16} />;
}

function timeOf({ at, expectedOn }: PaymentStep): string {
  if (at !== null) return showMoment(at);
  return expectedOn === null ? '' : formatText(text.until, { date: showDate(expectedOn) });
}

interface PaymentReceiptProps {
  answer: PaymentAnswer;
  /** Polling has ended. */
  hasStopped: boolean;
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
  children: ReactNode;
}

/** The receipt of a payment; its buttons are not printed. */
function PaymentReceipt({ answer, hasStopped, linkTo, children }: PaymentReceiptProps) {
  const titleId = useId();
  const { payment } = answer;
  const { state, message } = payment;
  const tone = toneOf(state);
  return (
    <Paper labelledBy={titleId}>
      <div className={paymentReceiptStyles.head} role="status">
        <span className={paymentReceiptStyles.mark} data-tone={tone}>
          <Icon drawing={drawings[tone]} size={24} />
        </span>
        <div>
          <h2 id={titleId}>{text.titles[state]}</h2>
          <p>{hasStopped ? text.stillWaiting : (message ?? text.explained[state])}</p>
        </div>
      </div>
      <p>
        <MoneyFigure sum={showMoney(payment.orderSum)} unit={text.unit} size="xl" />
      </p>
      <ScreenOnly>
        <Stack gap="2">{children}</Stack>
      </ScreenOnly>
      <PaymentTimeline answer={answer} />
      <PaymentParts answer={answer} linkTo={linkTo} />
      <dl className={paymentReceiptStyles.facts}>
        {factsOf(payment).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}

const drawings = { wait: clock, bad: alert, good: check };

function toneOf(state: PaymentData['state']): keyof typeof drawings {
  if (isWaiting(state)) return 'wait';
  return wentWrong(state) ? 'bad' : 'good';
}

/** The receipt of an order lists each part with its account below. */
function factsOf(payment: PaymentData): readonly (readonly [string, string])[] {
  const { account, provider, orderId, partCount } = payment;
  const ofPart = [
    [text.factAccount, account],
    [text.factPurpose, purposeOf(payment)],
  ] as const;
  return [
    ...(partCount > 1 ? [] : ofPart),
    [text.factProvider, providerName(provider)],
    [text.factNumber, orderId],
  ];
}

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
    <Stack gap="2">
      <Row gap="1">
        {provider && (
          <Button
            data-changes
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
      </Row>
      {failure && (
        <Notice kind="bad" live="alert" title={bankText.failed}>
          {failure}
        </Notice>
      )}
    </Stack>
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
  useStaleAccounts(query.data?.parts);

  return (
    <QueryPart
      query={query}
      failed={text.loadFailed}
      skeleton={
        <div aria-busy="true" className={styles.waiting}>
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton shape="figure" />
          <Skeleton shape="tile" />
        </div>
      }
    >
      {(data) => {
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
              <Row gap="1">
                {hasStopped && (
                  <Button
                    busy={query.isFetching}
                    onClick={() => {
                      setSince(asked);
                      void query.refetch();
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
              </Row>
              {!isWaiting(state) && !hasFailed(state) && (
                <Disclosure summary={text.more}>
                  <Row gap="1">
                    {isPaid(state) && <Button onClick={() => window.print()}>{text.print}</Button>}
                    <Button disabled={isPaying} onClick={() => setPaying(true)}>
                      {text.repeat}
                    </Button>
                  </Row>
                </Disclosure>
              )}
            </PaymentReceipt>
            {isPaying && payPanel({ kind: 'again', parts }, () => setPaying(false))}
          </div>
        );
      }}
    </QueryPart>
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
    void removeAccountQueries(
      client,
      parts.map(({ account }) => account),
    );
  }, [state, parts, client]);
}
