import type { ReactNode } from 'react';
import { accountMessages } from '#contract/messages/account-messages.ts';
import styles from './add-object-help.module.css';
import { text } from './text.ts';

/** What a person without objects needs in order to have one, and whom to call; the phones are given by the page. */
export function AddObjectHelp({ children }: { children: ReactNode }) {
  return (
    <div className={styles.help}>
      <p className={styles.lead}>{accountMessages['accounts.noObjects']}</p>
      <p>{text.addNeeds}</p>
      <ol className={styles.needs}>
        <li>{text.addAccount}</li>
        <li>{text.addCode}</li>
      </ol>
      <p>{text.addByPhone}</p>
      {children}
    </div>
  );
}
