import type { InputHTMLAttributes, Ref } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

/**
 * The nine digits after +380, however they were typed, pasted or filled in: "+380 50 111-00-01", "0501110001",
 * "00380501110001", "8 050 111 00 01" → "501110001". Other digits stay as they are for the check to refuse.
 */
export function nationalDigits(typed: string): string {
  // Part of the first load: the digits are read without `parsePhone` and its module. NFKC knows full-width ones.
  return typed
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^(?:(?:(?:00)?3)?8)?0(?=\d{9}$)/, '');
}

/** "501110001" → "50 111 00 01" (groups 2-3-2-2); an incomplete number stays as it is. */
export function groupPhoneDigits(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4');
}

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
