import type { ReactNode } from 'react';
import styles from './contacts.module.css';
import { text } from './text.ts';

/** The contacts of the supplier; the page passes in the phones. */
export function Contacts({ children }: { children: ReactNode }) {
  return (
    <section className={styles.section} id="contacts" aria-labelledby="contacts-title">
      <div className={styles.words}>
        <h2 id="contacts-title">{text.contactsTitle}</h2>
        <p>{text.contactsBody}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
