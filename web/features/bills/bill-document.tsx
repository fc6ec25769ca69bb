import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showDate, showPeriod, showSum } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { NotOnPaper, Paper } from '#web/ui/paper.tsx';
import { BillActions } from './bill-actions.tsx';
import { BillChanges } from './bill-changes.tsx';
import styles from './bill-document.module.css';
import { BillFuelMix } from './bill-fuel-mix.tsx';
import { BillHistory } from './bill-history.tsx';
import { BillLines } from './bill-lines.tsx';
import { BillMeters } from './bill-meters.tsx';
import { BillNotices } from './bill-notices.tsx';
import { BillParties } from './bill-parties.tsx';
import { BillPayments } from './bill-payments.tsx';
import { BillSums } from './bill-sums.tsx';
import { BillToPay } from './bill-to-pay.tsx';
import type { BillData } from './bill-types.ts';
import { PaymentDetails } from './payment-details.tsx';
import { text } from './text.ts';

interface BillDocumentProps {
  bill: BillData;
  onPay: (() => void) | undefined;
  /** Why the sum is what it is. */
  why: ReactNode;
}

/** The whole bill in the order of facts 9.1: who and when, what to pay, how it came about, how to pay it. */
export function BillDocument({ bill, onPay, why }: BillDocumentProps) {
  const id = useId();
  const { due } = bill;
  // Details of a bill that is paid, or went into the next, would be paid twice.
  const isToBePaid = due !== null && isSomeMoney(due.sum);
  const { fuelMix } = bill.supplier;
  const fuelTitle = fuelMix?.year ? formatText(text.fuelOf, { year: String(fuelMix.year) }) : text.fuel;
  return (
    <Paper labelledBy={`${id}-title`}>
      <div className={styles.bill}>
        <header className={styles.head}>
          <div>
            <h2 id={`${id}-title`}>{formatText(text.title, { period: showPeriod(bill.period) })}</h2>
            <p className={styles.number}>
              {formatText(text.number, { number: bill.number, date: showDate(bill.issuedOn) })}
            </p>
          </div>
          <p className={styles.supplier}>{bill.supplier.name}</p>
        </header>
        <div className={styles.top}>
          <BillToPay bill={bill} />
          <NotOnPaper>
            <BillActions bill={bill} onPay={onPay} />
          </NotOnPaper>
        </div>
        <BillNotices due={due} />
        {bill.isEstimated && <Notice kind="warn">{text.estimatedNote}</Notice>}
        <Part id={`${id}-how`} title={text.howTitle}>
          <BillSums bill={bill} />
          {due !== null && due.sum !== bill.toPay && (
            <p>{formatText(text.changedSince, { issued: showSum(bill.toPay), due: showSum(due.sum) })}</p>
          )}
          <BillChanges bill={bill} />
        </Part>
        {why}
        <Part id={`${id}-meters`} title={text.metersTitle}>
          <BillMeters meters={bill.meters} />
        </Part>
        <Part id={`${id}-lines`} title={text.linesTitle}>
          <BillLines bill={bill} />
        </Part>
        <Part id={`${id}-payments`} title={text.paymentsTitle}>
          <BillPayments payments={bill.payments} />
        </Part>
        {isToBePaid && (
          <Part id={`${id}-details`} title={bill.qr ? text.qrTitle : text.detailsTitle}>
            <PaymentDetails bill={bill} due={due.sum} />
          </Part>
        )}
        <Part id={`${id}-history`} title={text.historyTitle}>
          <BillHistory history={bill.history} />
        </Part>
        {fuelMix && (
          <Part id={`${id}-fuel`} title={fuelTitle}>
            <BillFuelMix fuelMix={fuelMix} />
          </Part>
        )}
        <BillParties bill={bill} />
      </div>
    </Paper>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
