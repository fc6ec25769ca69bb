import { formatText } from '#contract/messages/format-text.ts';
import { showMoney } from '#web/lib/format.ts';
import { PaymentCode } from '#web/lib/payment-code.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './act-code.module.css';
import type { Act } from './act-types.ts';
import { text } from './text.ts';

/** The payment code of what is owed for an act, and the purpose that names the act: one tap away. */
export function ActCode({ act, qr }: { act: Act; qr: string }) {
  return (
    <Disclosure summary={text.code}>
      <div className={styles.code}>
        <PaymentCode
          payload={qr}
          label={formatText(text.codeLabel, { number: act.actNumber, sum: showMoney(act.owed) })}
        />
        <div>
          <p>{text.codeHint}</p>
          <p className={styles.quiet}>{text.purpose}</p>
          <p>{act.paymentPurpose}</p>
          <CopyButton
            value={act.paymentPurpose}
            label={text.copyPurpose}
            copied={text.copied}
            failed={text.copyFailed}
          />
        </div>
      </div>
    </Disclosure>
  );
}
