import type { BankApp } from '#domain/payments/bank-app-links.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './bank-apps.module.css';
import { text } from './payment-code-text.ts';

interface BankAppsProps {
  apps: readonly { readonly bank: BankApp; readonly url: string }[];
}

/** Links that open a payment code in the apps of banks on this phone. */
export function BankApps({ apps }: BankAppsProps) {
  return (
    <ul className={styles.apps}>
      {apps.map(({ bank, url }) => (
        <li key={bank}>
          <a href={url} className={buttonClass('quiet', true)} rel="noreferrer">
            {text.apps[bank]}
          </a>
        </li>
      ))}
    </ul>
  );
}
