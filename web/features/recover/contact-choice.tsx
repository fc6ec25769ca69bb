import styles from './contact-choice.module.css';
import { text } from './text.ts';

interface ContactChoiceProps {
  isByEmail: boolean;
  onChange: (isByEmail: boolean) => void;
}

/** Whether the code goes to the phone or to the e-mail. */
export function ContactChoice({ isByEmail, onChange }: ContactChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend>{text.where}</legend>
      {[false, true].map((email) => (
        <label key={String(email)} className={styles.option}>
          <input
            type="radio"
            name="where"
            value={email ? 'email' : 'phone'}
            checked={email === isByEmail}
            onChange={() => onChange(email)}
          />
          {email ? text.byEmail : text.byPhone}
        </label>
      ))}
    </fieldset>
  );
}
