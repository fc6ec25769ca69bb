import type { ReactNode } from 'react';
import styles from './add-object-help.module.css';
import { text } from './add-object-text.ts';

interface AddObjectHelpProps {
  form: ReactNode;
  /** The phones of the contact centre. */
  phones: ReactNode;
}

/** The form to add an object, with the phones of the contact centre for customers without a bill. */
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
