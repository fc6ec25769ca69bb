import { PasswordField } from '#web/ui/password-field.tsx';
import type { SettingsField } from './field-problem.ts';
import { text } from './text.ts';
import type { FormState } from './use-form.ts';

interface CurrentPasswordFieldProps {
  form: FormState;
  name?: Extract<SettingsField, 'password' | 'old_pass'>;
}

/** The password that stands: it says that the owner asks, not somebody at an open screen. */
export function CurrentPasswordField({ form, name = 'password' }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      id={form.idOf(name)}
      name={name}
      label={text.currentPassword}
      error={form.errorOf(name)}
      showLabel={text.show}
      hideLabel={text.hide}
      autoComplete="current-password"
      required
    />
  );
}
