import { checkField } from '#contract/field-rules.ts';
import { checkNewPassword } from '#web/lib/check-new-password.ts';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import { NewPasswordField } from '#web/lib/new-password-field.tsx';
import type { TypedValues } from '#web/lib/use-form.ts';
import { type Profile, sendPasswordChange } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { submitCall } from './submit-call.ts';
import { text } from './text.ts';

const OLD = 'old_pass';
const NEW = 'new_pass';
const places = { paths: { password: NEW }, codes: { 'identity.wrongPassword': OLD } };

interface PasswordFormProps {
  profile: Profile;
  /** How many other devices were signed out. */
  onChanged: (endedSessions: number) => void;
  onCancel: () => void;
}

/** The form of the current and the new password with its strength. Source: product.md §4 (passwords). */
export function PasswordForm({ profile, onChanged, onCancel }: PasswordFormProps) {
  const owner = profile.login ?? profile.phone;
  const known = () =>
    [owner, profile.phone, profile.email, profile.surname, profile.name, profile.middleName].filter(Boolean);
  const send = async (value: TypedValues) => {
    const oldPassword = value(OLD);
    const refused = refusalOfChecks({
      [OLD]: checkField('old_pass', oldPassword),
      [NEW]: checkField('new_pass', value(NEW), { oldPassword }),
    });
    const weak = refused?.fields[NEW] ? undefined : checkNewPassword(NEW, value(NEW), known());
    if (refused || weak) return { fields: { ...refused?.fields, ...weak?.fields } };
    const call = sendPasswordChange(oldPassword, value(NEW));
    return submitCall(call, places, ({ endedSessions }) => onChanged(endedSessions));
  };
  return (
    <SettingsForm
      wanted={{ [OLD]: text.wanted.password, [NEW]: text.wanted.newPassword }}
      submit={text.changePassword}
      busy={text.saving}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <p>{text.passwordNote}</p>
          {/* For password managers. */}
          <input type="text" autoComplete="username" value={owner} readOnly hidden />
          <CurrentPasswordField id={OLD} error={errorOf(OLD)} />
          <NewPasswordField
            id={NEW}
            label={text.newPassword}
            error={errorOf(NEW)}
            showLabel={text.show}
            hideLabel={text.hide}
            known={known}
          />
        </>
      )}
    </SettingsForm>
  );
}
