import { useQueryClient } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { profileQuery, sessionsQuery } from './api.ts';
import { FactRow } from './fact-row.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

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
