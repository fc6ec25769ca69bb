import { PasswordField } from '#web/ui/password-field.tsx';
import { text } from './text.ts';

interface CurrentPasswordFieldProps {
  id: string;
  error: string | undefined;
}

/** The current password: it proves that the owner asks, not somebody at an unlocked screen. */
export function CurrentPasswordField({ id, error }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      id={id}
      name={id}
      label={text.currentPassword}
      error={error}
      showLabel={text.show}
      hideLabel={text.hide}
      autoComplete="current-password"
      required
    />
  );
}
