import { checkField } from '#contract/field-rules.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { text } from '../text.ts';

/** The current password: it proves that the owner asks, not somebody at an unlocked screen. */
export function currentPasswordField(name: string): FormField {
  return {
    name,
    wanted: text.wanted.password,
    check: (password) => checkField('old_pass', password),
    show: (control) => (
      <PasswordField
        {...control}
        label={text.currentPassword}
        showLabel={text.show}
        hideLabel={text.hide}
        autoComplete="current-password"
      />
    ),
  };
}
