import { type CSSProperties, useEffect, useRef, useState } from 'react';
import styles from './code-field.module.css';
import { Field, type FieldTexts } from './field.tsx';

const SEPARATORS = /[^\p{L}\p{N}]/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}])[A-Z0-9]+(?![\p{L}\p{N}])/gu;
const HAS_DIGIT = /\d/;

/**
 * The code in what was typed, pasted or filled in: "ab3d", "AB-3D", "123 456", or the whole message that brought it. In a
 * message it is the word of Latin letters and digits that has the right length, one with a digit before one without.
 * Capitals, because case does not matter; other letters stay for the server to read or refuse.
 */
export function codeOf(text: string, length: number): string {
  const capitals = text.toUpperCase();
  const plain = capitals.replace(SEPARATORS, '');
  if (plain.length <= length) return plain;
  const words = (capitals.match(LATIN_WORD) ?? []).filter((word) => word.length === length);
  return words.find((word) => HAS_DIGIT.test(word)) ?? words.at(-1) ?? plain.slice(0, length);
}

interface CodeFieldProps extends FieldTexts {
  id: string;
  name: string;
  /** Default: 4. */
  length?: number;
  /** Only digits are expected: a phone then shows its keyboard of digits. */
  numeric?: boolean;
  /** The code comes by SMS: a browser that can reads it, and the last character sends the form. */
  sendsItself?: boolean;
}

/** The code of the SMS that names this site, where the browser reads it (WebOTP); never answers elsewhere. */
function onCodeOfSms(take: (code: string) => void): () => void {
  const stop = new AbortController();
  if ('OTPCredential' in window) {
    const asked = { otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(asked)
      .then((found) => take(String((found as { code?: unknown } | null)?.code ?? '')))
      // The owner refused, or the field has gone.
      .catch(() => undefined);
  }
  return () => stop.abort();
}

/** What was inserted into a text before the caret; '' when the text was changed in another way. */
export function insertedInto(text: string, value: string, caret: number): string {
  const start = caret - (value.length - text.length);
  return start >= 0 && value.slice(0, start) + value.slice(caret) === text ? value.slice(start, caret) : '';
}

/** A pasted message is longer than the code in it. */
const MOST_CHARACTERS = 160;

/**
 * A code of few characters. What is seen are cells; what is used is one ordinary text input over them with invisible
 * letters of a cell's width, so that paste, the message on the phone, caret and screen readers are the browser's own.
 */
export function CodeField(props: CodeFieldProps) {
  const { id, name, label, hint, error, length = 4, numeric = false, sendsItself = false } = props;
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const next = isFocused ? Math.min(code.length, length - 1) : -1;
  useEffect(() => {
    if (!sendsItself) return;
    return onCodeOfSms((read) => setCode(codeOf(read, length)));
  }, [sendsItself, length]);
  useEffect(() => {
    if (sendsItself && code.length === length) input.current?.form?.requestSubmit();
  }, [sendsItself, code, length]);
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
            ref={input}
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
            onChange={({ target: { value, selectionEnd } }) => {
              // A whole code was sent: what is typed into it is the next one.
              const isWhole = sendsItself && code.length === length;
              const next = isWhole ? insertedInto(code, value, selectionEnd ?? value.length) : '';
              setCode(codeOf(next || value, length));
            }}
          />
        </span>
      )}
    </Field>
  );
}
