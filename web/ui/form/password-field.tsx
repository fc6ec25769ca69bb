import { type InputHTMLAttributes, useState } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface PasswordFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  /** Words of the toggle: what a press would do. */
  showLabel: string;
  hideLabel: string;
}

/** A password that can be shown; paste and password managers work. */
export function PasswordField({
  label,
  hint,
  error,
  id,
  showLabel,
  hideLabel,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.affixed}>
          <input
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? hideLabel : showLabel}
          </button>
        </span>
      )}
    </Field>
  );
}
