import { type ReactNode, useId } from 'react';
import { showMoney } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check, clock } from '#web/ui/icons.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { NotOnPaper, Paper } from '#web/ui/paper.tsx';
import type { PaymentAnswer, PaymentData } from './api.ts';
import styles from './payment-paper.module.css';
import { PaymentParts, purposeOf } from './payment-parts.tsx';
import { wentWrong } from './payment-steps.ts';
import { text } from './payment-text.ts';
import { PaymentTimeline } from './payment-timeline.tsx';
import { isWaiting } from './poll-pause.ts';

interface PaymentPaperProps {
  answer: PaymentAnswer;
  /** It is asked for no more by itself. */
  hasStopped: boolean;
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
  children: ReactNode;
}

/** The payment as a receipt; its buttons stay on the screen. */
export function PaymentPaper({ answer, hasStopped, linkTo, children }: PaymentPaperProps) {
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
      <NotOnPaper>
        <div className={styles.actions}>{children}</div>
      </NotOnPaper>
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

/** The receipt of an order names each part with its account elsewhere. */
function factsOf(payment: PaymentData): readonly (readonly [string, string])[] {
  const { account, provider, paymentId, partCount } = payment;
  const ofPart = [
    [text.factAccount, account],
    [text.factPurpose, purposeOf(payment)],
  ] as const;
  return [
    ...(partCount > 1 ? [] : ofPart),
    [text.factProvider, providerName(provider)],
    [text.factNumber, paymentId],
  ];
}
