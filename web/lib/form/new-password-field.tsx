import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { assessPassword } from '#domain/passwords/assess-password.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { StrengthMeter } from '#web/ui/form/strength-meter.tsx';
import { type Refusal, refusalOfChecks } from './form-problems.ts';
import { passwordText } from './password-text.ts';

/**
 * The refusal of a new password, by the rule of the field and then by how easily it is guessed; undefined: it will do.
 * @param known What others may know of the customer: phone, e-mail, names.
 */
export function checkNewPassword(
  id: string,
  password: string,
  known: readonly string[],
): Refusal | undefined {
  const broken = refusalOfChecks({ [id]: checkField('password', password) });
  if (broken) return broken;
  const { isGood, words } = passwordWords(password, known);
  return isGood ? undefined : { fields: { [id]: { code: 'identity.weakPassword', text: words } } };
}

/** A new password as the screen judges it while it is typed. */
interface PasswordWords {
  /** Lights of the meter; none for what would be refused. */
  strength: 0 | 1 | 2 | 3 | 4;
  /** What it means and what would help; '' while nothing is typed. */
  words: string;
  /** Whether the server would take it. */
  isGood: boolean;
}

/**
 * What to say of a new password, by the same rule the server refuses by. Source: product.md §4.
 * @param known What others may know of the customer and it must not be made of: phone, e-mail, names.
 */
export function passwordWords(password: string, known: readonly string[]): PasswordWords {
  if (password === '') return { strength: 0, words: '', isGood: false };
  const { verdict, strength } = assessPassword(password, known.filter(Boolean));
  if (verdict !== 'good') return { strength: 0, words: passwordText[verdict], isGood: false };
  return { strength, words: passwordText.strengths[strength], isGood: true };
}

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
