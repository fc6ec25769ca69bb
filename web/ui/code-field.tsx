import { type CSSProperties, useState } from 'react';
import styles from './code-field.module.css';
import { codeOf } from './code-input.ts';
import { Field, type FieldTexts } from './field.tsx';

interface CodeFieldProps extends FieldTexts {
  id: string;
  name: string;
  /** 4 unless told. */
  length?: number;
  /** Only digits are expected: a phone then shows its keyboard of digits. */
  numeric?: boolean;
}

/** A pasted message is longer than the code in it. */
const MOST_CHARACTERS = 160;

/**
 * A code of few characters. What is seen are cells; what is used is one ordinary text input over them with invisible
 * letters of a cell's width, so that paste, the message on the phone, caret and screen readers are the browser's own.
 */
export function CodeField({ id, name, label, hint, error, length = 4, numeric = false }: CodeFieldProps) {
  const [code, setCode] = useState('');
  const [isFocused, setFocused] = useState(false);
  const next = isFocused ? Math.min(code.length, length - 1) : -1;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.code} style={{ '--length': length } as CSSProperties}>
          <span className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, place) => place).map((place) => (
              <span key={place} className={styles.cell} data-next={place === next ? '' : undefined}>
                {code.charAt(place)}
              </span>
            ))}
          </span>
          <input
            {...control}
            name={name}
            className={styles.input}
            type="text"
            inputMode={numeric ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={MOST_CHARACTERS}
            required
            value={code}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => setCode(codeOf(event.target.value, length))}
          />
        </span>
      )}
    </Field>
  );
}
