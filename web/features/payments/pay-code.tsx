import { formatText } from '#contract/messages/format-text.ts';
import { showSum } from '#web/lib/format.ts';
import { PaymentCode } from '#web/lib/payment-code.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PaymentOptions } from './api.ts';
import styles from './pay-code.module.css';
import { text } from './text.ts';

interface PayCodeProps {
  qr: PaymentOptions['qr'];
  /** Why there is no code; null: no reason that the payer could do something about. */
  message: PaymentOptions['qrMessage'];
  account: string;
  sum: string;
}

/** The code of the National Bank with the sum in it: large on a desk, to be scanned; on a phone the apps come first. */
export function PayCode({ qr, message, account, sum }: PayCodeProps) {
  if (qr === null) return <Notice kind="info">{message ?? text.qrNone}</Notice>;
  return (
    <div className={styles.code}>
      <div className={styles.apps}>
        <p>{text.qrApps}</p>
        <ul>
          {qr.bankApps.map(({ bank, url }) => (
            <li key={bank}>
              <a href={url} className={buttonClass('quiet', true)} rel="noreferrer">
                {text.apps[bank]}
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.quiet}>{text.qrOnPhone}</p>
      </div>
      <div className={styles.picture}>
        <PaymentCode payload={qr.url} label={formatText(text.qrAlt, { sum: showSum(sum), account })} />
      </div>
      <p className={styles.hint}>{formatText(text.qrHint, { sum: showSum(sum) })}</p>
    </div>
  );
}
