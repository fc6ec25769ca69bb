import { useState } from 'react';
import { PasswordField } from '#web/ui/password-field.tsx';
import { StrengthMeter } from '#web/ui/strength-meter.tsx';
import { passwordText } from './password-text.ts';
import { passwordWords } from './password-words.ts';

interface NewPasswordFieldProps {
  id: string;
  label: string;
  error: string | undefined;
  showLabel: string;
  hideLabel: string;
  /** What others may know of the customer, asked for at every letter: the password must not be made of it. */
  known: () => readonly string[];
  defaultValue?: string;
}

/** A password to be: typed once, with a way to see it, and told how strong it is while it is typed. */
export function NewPasswordField({ id, known, defaultValue = '', ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState(defaultValue);
  const { strength, words } = passwordWords(password, known());
  return (
    <>
      <PasswordField
        {...field}
        id={id}
        name={id}
        hint={passwordText.rule}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
      />
      <StrengthMeter strength={strength} words={words} />
    </>
  );
}
