import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check, close } from '#web/ui/icons.ts';
import type { PaymentAnswer } from './api.ts';
import { type PaymentStep, paymentSteps, wentWrong } from './payment-steps.ts';
import { text } from './payment-text.ts';
import styles from './payment-timeline.module.css';
import { isWaiting } from './poll-pause.ts';

/** What the payment went through, with times, and what is still to come. */
export function PaymentTimeline({ answer }: { answer: Pick<PaymentAnswer, 'payment' | 'events'> }) {
  return (
    <ol className={styles.steps} aria-label={text.way}>
      {paymentSteps(answer).map((step) => (
        <li
          key={`${step.state} ${step.at ?? ''}`}
          className={styles.step}
          data-place={step.place}
          data-end={wentWrong(step.state) ? '' : undefined}
          aria-current={step.place === 'now' ? 'step' : undefined}
        >
          <span className={styles.dot}>{drawingOf(step)}</span>
          <span className={styles.name}>{text.steps[step.state]}</span>
          <span className={styles.time}>{timeOf(step)}</span>
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
