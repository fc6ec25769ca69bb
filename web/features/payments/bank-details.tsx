import { formatText } from '#contract/messages/format-text.ts';
import { showMoney } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { PaymentOptions } from './api.ts';
import styles from './bank-details.module.css';
import { text } from './text.ts';

interface BankDetailsProps {
  transfer: PaymentOptions['transfer'];
  sum: string;
}

/** Where to transfer, word for word, each to be copied. */
export function BankDetails({ transfer, sum }: BankDetailsProps) {
  const details: readonly (readonly [name: string, value: string, copied?: string])[] = [
    [text.recipient, transfer.recipient],
    [text.edrpou, transfer.edrpou],
    [text.iban, transfer.iban],
    [text.bank, transfer.bank],
    [text.purpose, transfer.purpose],
    // Banks take a sum without spaces.
    [text.sumToPay, showMoney(sum), sum.replace('.', ',')],
  ];
  return (
    <dl className={styles.details}>
      {details.map(([name, value, copied = value]) => (
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
  );
}
