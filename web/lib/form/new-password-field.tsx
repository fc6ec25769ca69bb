import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { assessPassword } from '#domain/passwords/assess-password.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { StrengthMeter } from '#web/ui/form/strength-meter.tsx';
import type { FieldControl, FormField } from './fields-form.tsx';
import { text } from './form-text.ts';
import { passwordText } from './password-text.ts';

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

interface NewPasswordProps {
  name: string;
  wanted: string;
  label: string;
  /** What others may know of the customer, asked for at every letter: the password must not be made of it. */
  known: () => readonly string[];
  /** Who comes back to the step finds what was typed. */
  isKept?: boolean;
  /** A rule of the form, before how easily the password is guessed. */
  check?: FormField['check'];
}

/** A new password: checked by the rule of the field, then by how easily it is guessed. */
export function newPasswordField(props: NewPasswordProps): FormField {
  const { name, wanted, label, known, isKept, check } = props;
  return {
    name,
    wanted,
    check: (password, others) => {
      const broken = check?.(password, others) ?? checkField('password', password);
      if (broken) return broken;
      const { isGood, words } = passwordWords(password, known());
      return isGood ? undefined : { code: 'identity.weakPassword', text: words };
    },
    show: ({ defaultValue, ...control }) => (
      <NewPassword {...control} defaultValue={isKept ? defaultValue : ''} label={label} known={known} />
    ),
  };
}

interface NewPasswordInputProps extends FieldControl, Pick<NewPasswordProps, 'label' | 'known'> {}

/** Typed once, with a way to see it, and told how strong it is while it is typed. */
function NewPassword({ known, defaultValue = '', ...input }: NewPasswordInputProps) {
  const [password, setPassword] = useState(defaultValue);
  const { strength, words } = passwordWords(password, known());
  return (
    <>
      <PasswordField
        {...input}
        showLabel={text.show}
        hideLabel={text.hide}
        hint={passwordText.rule}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <StrengthMeter strength={strength} words={words} />
    </>
  );
}
