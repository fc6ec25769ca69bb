import { formatText } from '#contract/messages/format-text.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { text } from '../cabinet-text.ts';
import { text as form } from '../form/form-text.ts';
import { showMoney } from '../format.ts';
import styles from './bank-details.module.css';
import { text as codeText } from './payment-code-text.ts';

interface BankDetailsProps {
  transfer: {
    readonly recipient: string;
    readonly edrpou: string;
    readonly iban: string;
    readonly bank: string;
    readonly purpose: string;
  };
  sum: string;
}

/** The bank details for a transfer, each value with a copy button. */
export function BankDetails({ transfer, sum }: BankDetailsProps) {
  const details: readonly (readonly [name: string, value: string, copied?: string])[] = [
    [text.recipient, transfer.recipient],
    [form.edrpou, transfer.edrpou],
    [text.iban, transfer.iban],
    [text.bank, transfer.bank],
    [text.purpose, transfer.purpose],
    // Banks take a sum without spaces.
    [text.sumInHryvnias, showMoney(sum), sum.replace('.', ',')],
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
              failed={codeText.copyFailed}
              inRow={{ spokenLabel: formatText(text.copyOf, { name }) }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
