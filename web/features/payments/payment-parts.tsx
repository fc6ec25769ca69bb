import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showPeriod, showSum } from '#web/lib/format.ts';
import type { PaymentAnswer, PaymentData } from './api.ts';
import { isSome } from './payable.ts';
import styles from './payment-parts.module.css';
import { text } from './payment-text.ts';

/** What is paid: energy, and of which month first, or which act. */
export function purposeOf({ actNumber, period }: PaymentData): string {
  if (actNumber !== null) return formatText(text.act, { number: actNumber });
  if (period === null) return text.energy;
  return `${text.energy}, ${formatText(text.named, { period: showPeriod(period) })}`;
}

interface PaymentPartsProps {
  answer: PaymentAnswer;
  /** The link to another part around its words. */
  linkTo: (part: PaymentData, words: ReactNode) => ReactNode;
}

/** The parts of an order that has several, and what of this one settled which month. */
export function PaymentParts({ answer, linkTo }: PaymentPartsProps) {
  const { payment, parts, settles, advance } = answer;
  return (
    <>
      {payment.partCount > 1 && (
        <Sums title={text.parts}>
          {parts.map((part) => {
            const words = (
              <>
                {purposeOf(part)},{' '}
                <span className={styles.account}>
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
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Sum({ name, sum }: { name: ReactNode; sum: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{showSum(sum)}</dd>
    </div>
  );
}
