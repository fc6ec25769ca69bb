import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showMoney, showSum } from '#web/lib/format.ts';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import styles from './invoice-payment.module.css';
import type { Invoice } from './invoice-types.ts';
import { text } from './text.ts';

/** The code for the app of a bank and the same details as text, each with a button that copies it. */
export function InvoicePayment({ invoice }: { invoice: Invoice }) {
  const { seller, open, qr, paymentPurpose, number, payee } = invoice;
  const details: readonly (readonly [name: string, value: string, copied: string])[] = [
    [text.recipient, seller.name, seller.name],
    [text.edrpou, seller.edrpou, seller.edrpou],
    [text.iban, seller.iban.replace(/(.{4})(?=.)/g, '$1 '), seller.iban],
    [text.bank, seller.bank, seller.bank],
    [text.purpose, paymentPurpose, paymentPurpose],
    ...(isSomeMoney(open) ? [[text.sum, showMoney(open), open] as const] : []),
  ];
  return (
    <section aria-labelledby="payment">
      <h3 id="payment">{text.payment}</h3>
      {payee === 'operator' && (
        <Text size="s" tone="quiet">
          {text.payOperator}
        </Text>
      )}
      <div className={styles.payment}>
        <dl className={styles.details}>
          {details.map(([name, value, copied]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
              <dd className={styles.copy}>
                <CopyButton
                  value={copied}
                  label={text.copy}
                  copied={text.copied}
                  failed={text.copyFailed}
                  inRow={{ spokenLabel: formatText(text.copyName, { name }) }}
                />
              </dd>
            </div>
          ))}
        </dl>
        {qr && (
          <div className={styles.code}>
            <PaymentCode payload={qr} label={formatText(text.qrAlt, { sum: showSum(open), number })} />
            <Text size="s" tone="quiet">
              {text.qrHint}
            </Text>
          </div>
        )}
      </div>
    </section>
  );
}
