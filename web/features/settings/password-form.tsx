import { useState } from 'react';
import { passwordText } from '#web/lib/password-text.ts';
import { passwordWords } from '#web/lib/password-words.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { StrengthMeter } from '#web/ui/strength-meter.tsx';
import { type Profile, sendPasswordChange } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { problemsOf } from './field-problem.ts';
import styles from './password-form.module.css';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

interface PasswordFormProps {
  profile: Profile;
  /** How many other devices were signed out. */
  onChanged: (endedSessions: number) => void;
  onCancel: () => void;
}

/** The password that stands and the new one with its strength. Source: product.md §4 (passwords). */
export function PasswordForm({ profile, onChanged, onCancel }: PasswordFormProps) {
  const form = useForm(['old_pass', 'new_pass']);
  const [typed, setTyped] = useState('');
  const known = [profile.phone, profile.email, profile.surname, profile.name, profile.login ?? ''];
  const { strength, words } = passwordWords(typed, known);

  const submit = async (oldPassword: string, newPassword: string) => {
    const values = { old_pass: oldPassword, new_pass: newPassword };
    const problems = problemsOf(values, { oldPassword, known });
    if (problems) return form.refuse({ problems });
    const data = await form.send(sendPasswordChange(oldPassword, newPassword));
    if (data) onChanged(data.endedSessions);
  };

  return (
    <SettingsForm
      form={form}
      submit={text.changePassword}
      busy={text.saving}
      onSubmit={(typed) => submit(typed('old_pass'), typed('new_pass'))}
      onCancel={onCancel}
    >
      <p className={styles.note}>{text.passwordNote}</p>
      {/* Tells a password manager whose password it is. */}
      <input type="text" autoComplete="username" value={profile.login ?? profile.phone} readOnly hidden />
      <CurrentPasswordField form={form} name="old_pass" />
      <div className={styles.fresh}>
        <PasswordField
          id={form.idOf('new_pass')}
          name="new_pass"
          label={text.newPassword}
          hint={passwordText.rule}
          error={form.errorOf('new_pass')}
          showLabel={text.show}
          hideLabel={text.hide}
          autoComplete="new-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
        />
        <StrengthMeter strength={strength} words={words} />
      </div>
    </SettingsForm>
  );
}
