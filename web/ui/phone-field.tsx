import type { InputHTMLAttributes, Ref } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { groupPhoneDigits, nationalDigits } from './phone-digits.ts';

interface PhoneFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'inputMode'> {
  /** Stands before the digits and is not typed: '+380'. */
  prefix: string;
  ref?: Ref<HTMLInputElement>;
}

/** A phone number with its country prefix fixed; digits are grouped 2-3-2-2 when the field is left. */
export function PhoneField({ label, hint, error, id, prefix, onBlur, ...input }: PhoneFieldProps) {
  return (
    <Field {...(id === undefined ? {} : { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.affixed}>
          <span className={styles.prefix} aria-hidden="true">
            {prefix}
          </span>
          <input
            autoComplete="tel-national"
            {...input}
            {...control}
            type="tel"
            inputMode="tel"
            className={styles.input}
            onBlur={(event) => {
              event.target.value = groupPhoneDigits(nationalDigits(event.target.value));
              onBlur?.(event);
            }}
          />
        </span>
      )}
    </Field>
  );
}
