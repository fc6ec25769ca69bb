import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { readAdminLink, setAdminPassword } from '#contract/identity/administrator-links.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { KeyCard } from './key-card.tsx';
import { text } from './text.ts';

const readKey = (key: string) => callApi(readAdminLink, { key });

/** Sets the password of an administrator by a link; then they sign in. */
export function StaffJoin({ linkKey }: { linkKey: string }) {
  const [isDone, setDone] = useState(false);
  const foot = <Link to="/admin">{text.toSignIn}</Link>;
  return (
    <KeyCard linkKey={linkKey} read={readKey} title={text.staffTitle} failed={text.linkFailed} foot={foot}>
      {({ login, fullName }) =>
        isDone ? (
          <AuthCard
            title={text.passwordSet}
            suffix={text.product}
            lead={formatText(text.staffDone, { login })}
          >
            <Link to="/admin" className={buttonClass('lamp', true)}>
              {text.toSignIn}
            </Link>
          </AuthCard>
        ) : (
          <AuthCard
            title={text.staffTitle}
            suffix={text.product}
            lead={formatText(text.staffLead, { name: fullName, login })}
            foot={foot}
          >
            <FormStep
              fields={[
                newPasswordField({
                  name: 'password',
                  wanted: text.wanted.password,
                  label: text.password,
                  known: () => [login, fullName],
                }),
              ]}
              problems={text.problems}
              submit={text.setPassword}
              busy={text.busy}
              send={async (value) => {
                const basicAuth = { login, password: value('password') };
                const result = await withMinimumDelay(
                  callApi(setAdminPassword, { key: linkKey }, { basicAuth }),
                );
                if (!result.ok) return result.failure;
                setDone(true);
                return undefined;
              }}
            />
          </AuthCard>
        )
      }
    </KeyCard>
  );
}
