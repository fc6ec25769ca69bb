import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { listPayments } from '#contract/payments/payments.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { showDate, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './payment-history.module.css';
import { text } from './text.ts';

type Payment = OutputOf<typeof listPayments>['payments'][number];

const tones: Record<Payment['state'], StateTone> = {
  started: 'note',
  sent: 'note',
  confirmed: 'wait',
  landed: 'good',
  matched: 'good',
  failed: 'bad',
  expired: 'void',
  reversed: 'void',
  refunded: 'void',
};

/** Started and never paid: collapsed and not counted. */
export function isAbandoned({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'expired';
}

/** A paid act can't be paid again; a payment in progress has no result yet. */
function canRepeat({ state, actNumber }: Payment): boolean {
  if (state === 'started' || state === 'sent') return false;
  return actNumber === null || tones[state] === 'bad' || tones[state] === 'void';
}

/** The columns of the payment list. `linkTo` links to the payment, `againTo` to the form that repeats it. */
export function paymentColumns(
  linkTo: (paymentId: string, words: ReactNode) => ReactNode,
  againTo: (paymentId: string, words: ReactNode) => ReactNode,
): readonly Column<Payment>[] {
  return [
    {
      key: 'date',
      title: text.date,
      cell: ({ paymentId, startedAt }) => linkTo(paymentId, showDate(kyivDateOf(instantFromIso(startedAt)))),
    },
    {
      key: 'purpose',
      title: text.purpose,
      cell: ({ purpose, actNumber }) =>
        actNumber === null
          ? text.purposes[purpose]
          : `${text.purposes[purpose]} ${formatText(text.actNumber, { number: actNumber })}`,
    },
    {
      key: 'provider',
      title: text.provider,
      cell: ({ provider }) => providerName(provider),
    },
    {
      key: 'state',
      title: text.state,
      cell: ({ state, expectedOn }) => (
        <span className={styles.state}>
          <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
          {state === 'confirmed' && expectedOn !== null && (
            <span className={styles.until}>{formatText(text.until, { date: showDate(expectedOn) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'sum',
      title: text.sum,
      numeric: true,
      cell: ({ sum, state }) => (
        <span data-void={tones[state] === 'void' || tones[state] === 'bad'}>{showSum(sum)}</span>
      ),
    },
    {
      key: 'again',
      title: text.again,
      cell: (payment) =>
        canRepeat(payment) &&
        againTo(
          payment.paymentId,
          <>
            {text.repeat}
            <VisuallyHidden>
              {' '}
              {showDate(kyivDateOf(instantFromIso(payment.startedAt)))}, {showSum(payment.sum)}
            </VisuallyHidden>
          </>,
        ),
    },
  ];
}
