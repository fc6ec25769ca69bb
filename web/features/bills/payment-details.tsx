import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoney } from '#web/lib/format.ts';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import type { BillData } from './bill-types.ts';
import styles from './payment-details.module.css';
import { text } from './text.ts';

interface PaymentDetailsProps {
  bill: BillData;
  /** The amount due, in the QR code and in the details. */
  due: string;
}

/** The QR code for a banking app and the same details as text, each value with a copy button. */
export function PaymentDetails({ bill, due }: PaymentDetailsProps) {
  const [message, setMessage] = useState('');
  const { supplier, paymentPurpose, qr, customer } = bill;
  const details: readonly (readonly [string, string])[] = [
    [text.recipient, supplier.name],
    [text.edrpou, supplier.edrpou],
    [text.iban, supplier.iban],
    [text.bank, supplier.bank],
    [text.purpose, paymentPurpose],
    [text.sum, showMoney(due)],
  ];
  const copy = async (name: string, value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      setMessage(formatText(text.copied, { name }));
    } catch {
      setMessage(text.copyFailed);
    }
  };
  return (
    <div className={styles.details}>
      {qr && (
        <div className={styles.qr}>
          <PaymentCode
            payload={qr}
            label={formatText(text.qrAlt, { sum: showMoney(due), account: customer.account })}
          />
          <p className={styles.quiet}>{text.qrHint}</p>
        </div>
      )}
      <div className={styles.list}>
        <dl>
          {details.map(([name, value]) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{value}</dd>
              <dd className={styles.copy}>
                <button
                  type="button"
                  aria-label={formatText(text.copyName, { name })}
                  onClick={() => void copy(name, value)}
                >
                  {text.copy}
                </button>
              </dd>
            </div>
          ))}
        </dl>
        <p role="status" className={styles.status}>
          {message}
        </p>
      </div>
    </div>
  );
}
