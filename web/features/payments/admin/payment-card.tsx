import { showMoment, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './admin-payments.module.css';
import type { FoundPayment } from './api.ts';
import { text } from './text.ts';

const tones: Readonly<Record<FoundPayment['payment']['state'], StateTone>> = {
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

/** A payment with its numbers and steps; `onRefund`: present when the administrator may refund it. */
export function PaymentCard(props: { found: FoundPayment; onRefund?: (found: FoundPayment) => void }) {
  const { found, onRefund } = props;
  const { payment, providerReference, refund, canRefund, events } = found;
  const id = `payment-${payment.paymentId}`;
  return (
    <li className={styles.payment} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {showSum(payment.sum)} <span className={styles.quiet}>{showMoment(payment.startedAt)}</span>
        </h2>
        <StateMark tone={tones[payment.state]}>{text.states[payment.state]}</StateMark>
      </div>
      {payment.partCount > 1 && (
        <p className={styles.quiet}>{text.orderSum(showSum(payment.orderSum), payment.partCount)}</p>
      )}
      <dl className={styles.facts}>
        <Fact name={text.account} value={payment.account} />
        <Fact name={text.provider} value={providerName(payment.provider)} />
        <Fact
          name={text.purpose}
          value={payment.actNumber === null ? text.energy : text.act(payment.actNumber)}
        />
        <Fact name={text.order} value={payment.orderId} />
        {providerReference !== null && <Fact name={text.reference} value={providerReference} />}
      </dl>
      {refund && <p>{text.refundAsked(showMoment(refund.askedAt), refund.reason)}</p>}
      <Disclosure summary={text.timeline}>
        <ol className={styles.timeline}>
          {events.map(({ from, state, happenedAt, evidence }, place) => (
            <li key={`${happenedAt} ${String(place)}`}>
              <span className={styles.quiet}>{showMoment(happenedAt)}</span>{' '}
              {from === state ? text.same : text.states[state]}
              {Object.keys(evidence).length > 0 && (
                <ul className={styles.evidence} aria-label={text.evidence}>
                  {Object.entries(evidence).map(([name, value]) => (
                    <li key={name}>
                      {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
      {canRefund && onRefund && (
        <div>
          <Button kind="danger" onClick={() => onRefund(found)}>
            {text.refund}
            <VisuallyHidden>: {showSum(payment.orderSum)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
