import type { InputHTMLAttributes } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {}

/** One line of text over a native input; uncontrolled unless `value` is given, so that typing before start-up stays. */
export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={styles.input} />}
    </Field>
  );
}
