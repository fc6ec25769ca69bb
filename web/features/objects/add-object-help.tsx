import type { ReactNode } from 'react';
import styles from './add-object-help.module.css';
import { text } from './text.ts';

/** What a person without objects needs in order to have one, and whom to call; the phones are given by the page. */
export function AddObjectHelp({ children }: { children: ReactNode }) {
  return (
    <div className={styles.help}>
      <section className={styles.part} aria-labelledby="add-needs">
        <h2 id="add-needs">{text.addNeeds}</h2>
        <ol className={styles.needs}>
          <li>
            <b>{text.addAccount}</b>
            {text.addAccountHint}
          </li>
          <li>
            <b>{text.addCode}</b>
            {text.addCodeHint}
          </li>
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="add-phone">
        <h2 id="add-phone">{text.addByPhone}</h2>
        <p>{text.addByPhoneHint}</p>
        {children}
      </section>
    </div>
  );
}
