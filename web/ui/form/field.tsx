import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { Icon } from '../icon.tsx';
import { alert } from '../icons.ts';
import styles from './field.module.css';

interface TextFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  /** Not `email`: Chromium turns a domain with a Cyrillic look-alike into another one, `xn--…`. See `emailInput`. */
  type?: 'text' | 'date' | 'datetime-local' | 'month' | 'number' | 'search' | 'tel' | 'url' | undefined;
}

/** Attributes of a field of an e-mail address, which is read as it was typed. */
export const emailInput = { inputMode: 'email', autoCapitalize: 'off', spellCheck: false } as const;

/** One line of text over a native input; uncontrolled unless `value` is given, so that typing before start-up stays. */
export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={styles.input} />}
    </Field>
  );
}

interface SelectFieldProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {}

/** One choice of several over a native select, whose options are the children. */
export function SelectField({ label, hint, error, id, children, ...select }: SelectFieldProps) {
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className={styles.select}>
          {children}
        </select>
      )}
    </Field>
  );
}

export interface FieldTexts {
  label: ReactNode;
  /** What exactly is wanted, with an example. */
  hint?: ReactNode;
  /** What is wrong; the field then says so to screen readers too. */
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string;
  children: (control: ControlProps) => ReactNode;
}

/** What ties the control to its texts; spread it on the native element. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint, control and error of one field, tied to each other. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const made = useId();
  const control = id ?? made;
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label className={styles.label} htmlFor={control}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${control}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className={styles.error} id={`${control}-error`}>
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
