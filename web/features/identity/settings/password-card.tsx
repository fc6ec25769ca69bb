import { useQueryClient } from '@tanstack/react-query';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import { checkNewPassword, NewPasswordField } from '#web/lib/form/new-password-field.tsx';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Profile, profileQuery, sendPasswordChange, sessionsQuery } from './api.ts';
import { ProfileCard } from './profile-card.tsx';
import { CurrentPasswordField } from './second-factor/proof-fields.tsx';
import { FactRow } from './settings-card.tsx';
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
function PasswordForm({ profile, onChanged, onCancel }: PasswordFormProps) {
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

/** When the password was last changed, and the form to change it. */
export function PasswordCard() {
  const client = useQueryClient();
  const { isOpen, buttonId, open, close } = useOpener();

  const changed = (endedSessions: number) => {
    close();
    const words = endedSessions > 0 ? text.passwordChangedElsewhere : text.passwordChanged;
    showTip('good', formatText(words, { count: endedSessions }));
    for (const { queryKey } of [profileQuery, sessionsQuery]) {
      client.invalidateQueries({ queryKey }).catch(() => undefined);
    }
  };

  return (
    <ProfileCard title={text.password}>
      {(profile) =>
        isOpen ? (
          <PasswordForm profile={profile} onChanged={changed} onCancel={close} />
        ) : (
          <FactRow
            value="••••••••"
            note={
              profile.passwordChangedAt
                ? formatText(text.passwordChangedOn, { moment: showMoment(profile.passwordChangedAt) })
                : text.passwordNever
            }
            actions={
              <Button id={buttonId} onClick={open}>
                {text.changePassword}
              </Button>
            }
          />
        )
      }
    </ProfileCard>
  );
}
