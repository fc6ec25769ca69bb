import type { ComponentPropsWithRef } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type AreaFieldProps = FieldTexts & Omit<ComponentPropsWithRef<'textarea'>, 'className'>;

/** A field of several lines. */
export function AreaField({ label, hint, error, id, ...area }: AreaFieldProps) {
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => <textarea {...area} {...control} className={styles.input} />}
    </Field>
  );
}
