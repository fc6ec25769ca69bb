import type { ReactNode } from 'react';
import styles from './add-object-help.module.css';
import { text } from './add-object-text.ts';

interface AddObjectHelpProps {
  form: ReactNode;
  /** How to reach the contact centre. */
  phones: ReactNode;
}

/** The form with what stands on the bill, and whom to call when there is no bill at hand. */
export function AddObjectHelp({ form, phones }: AddObjectHelpProps) {
  return (
    <div className={styles.help}>
      <section className={styles.part} aria-labelledby="add-needs">
        <h2 id="add-needs">{text.addNeeds}</h2>
        {form}
      </section>
      <section className={styles.part} aria-labelledby="add-phone">
        <h2 id="add-phone">{text.addByPhone}</h2>
        <p>{text.addByPhoneHint}</p>
        {phones}
      </section>
    </div>
  );
}
