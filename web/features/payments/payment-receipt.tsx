import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoment, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check, clock, close } from '#web/ui/icons.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Paper, ScreenOnly } from '#web/ui/paper.tsx';
import type { PaymentAnswer, PaymentData } from './api.ts';
import { isSome } from './payable.ts';
import paymentPartsStyles from './payment-parts.module.css';
import styles from './payment-receipt.module.css';
import { type PaymentStep, paymentSteps, wentWrong } from './payment-steps.ts';
import { text } from './payment-text.ts';
import paymentTimelineStyles from './payment-timeline.module.css';
import { isWaiting } from './poll-pause.ts';

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
export function PaymentReceipt({ answer, hasStopped, linkTo, children }: PaymentReceiptProps) {
  const titleId = useId();
  const { payment } = answer;
  const { state, message } = payment;
  const tone = toneOf(state);
  return (
    <Paper labelledBy={titleId}>
      <div className={styles.head} role="status">
        <span className={styles.mark} data-tone={tone}>
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
        <div className={styles.actions}>{children}</div>
      </ScreenOnly>
      <PaymentTimeline answer={answer} />
      <PaymentParts answer={answer} linkTo={linkTo} />
      <dl className={styles.facts}>
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
