import { useQueryClient } from '@tanstack/react-query';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { showMoment } from '#web/lib/format.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Profile, profileQuery, sendPasswordChange, sessionsQuery } from './api.ts';
import { ProfileCard } from './profile-card.tsx';
import { currentPasswordField } from './second-factor/proof-fields.tsx';
import { FactRow } from './settings-card.tsx';
import { SettingsForm, submitCall } from './settings-form.tsx';
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
  const fields = [
    currentPasswordField(OLD),
    newPasswordField({
      name: NEW,
      wanted: text.wanted.newPassword,
      label: text.newPassword,
      known,
      check: (password, others) => checkField('new_pass', password, { oldPassword: others(OLD) }),
    }),
  ];
  return (
    <SettingsForm
      fields={fields}
      notice={() => (
        <>
          <p>{text.passwordNote}</p>
          {/* For password managers. */}
          <input type="text" autoComplete="username" value={owner} readOnly hidden />
        </>
      )}
      submit={text.changePassword}
      busy={text.saving}
      places={places}
      send={(value) =>
        submitCall(sendPasswordChange(value(OLD), value(NEW)), ({ endedSessions }) =>
          onChanged(endedSessions),
        )
      }
      onCancel={onCancel}
    />
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
