import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { joinCompany, readInvitation } from '#contract/identity/company-people.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, ruledBy } from '#web/lib/form/form-step.tsx';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { consentField } from '../sign-up/consent-field.tsx';
import styles from './join.module.css';
import { KeyCard } from './key-card.tsx';
import { text } from './text.ts';

type Joined = OutputOf<typeof joinCompany>;

const phone: FormField = {
  name: 'phone',
  wanted: text.wanted.phone,
  ...ruledBy('phone'),
  read: fullPhone,
  show: (control) => (
    <PhoneField {...control} label={text.phone} hint={text.phoneHint} prefix={text.phonePrefix} />
  ),
};

const nameField = (name: string): FormField => ({
  name: 'name',
  wanted: text.wanted.name,
  ...ruledBy('name'),
  show: (control) => <TextField {...control} label={text.name} autoComplete="name" defaultValue={name} />,
});

const consent = consentField(text.wanted.consent);

const readKey = (key: string) => callApi(readInvitation, { key });

/** Accepts an invitation to the cabinet of a company: name, phone, password; then the code to sign in with is shown. */
export function Join({ invitationKey }: { invitationKey: string }) {
  const foot = <Link to="/sign-in/entity">{text.haveCabinet}</Link>;
  return (
    <KeyCard linkKey={invitationKey} read={readKey} title={text.title} failed={text.failed} foot={foot}>
      {(invitation) => <JoinForm invitationKey={invitationKey} invitation={invitation} foot={foot} />}
    </KeyCard>
  );
}

interface JoinFormProps {
  invitationKey: string;
  invitation: OutputOf<typeof readInvitation>;
  foot: ReactNode;
}

function JoinForm({ invitationKey, invitation, foot }: JoinFormProps) {
  const [joined, setJoined] = useState<Joined>();
  const { company, name, email, role } = invitation;
  if (joined) {
    return (
      <AuthCard title={text.doneTitle} suffix={text.product} lead={formatText(text.doneLead, { email })}>
        <dl className={styles.facts}>
          <dt>{text.account}</dt>
          <dd>{joined.account}</dd>
          <dt>{text.code}</dt>
          <dd>{joined.uniqueCode}</dd>
        </dl>
        <Link to="/sign-in/entity" className={buttonClass('lamp', true)}>
          {text.toSignIn}
        </Link>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={text.title}
      suffix={text.product}
      lead={formatText(text.lead, { company, role: text.roles[role] })}
      foot={foot}
    >
      <FormStep
        fields={[
          nameField(name),
          phone,
          newPasswordField({
            name: 'password',
            wanted: text.wanted.password,
            label: text.password,
            known: () => [email, name],
          }),
          consent,
        ]}
        problems={text.problems}
        submit={text.submit}
        busy={text.busy}
        send={async (value) => {
          const basicAuth = { login: email, password: value('password') };
          const payload = {
            key: invitationKey,
            name: value('name'),
            phone: value('phone'),
          } as const;
          const result = await withMinimumDelay(callApi(joinCompany, payload, { basicAuth }));
          if (!result.ok) return result.failure;
          setJoined(result.data);
          return undefined;
        }}
      />
    </AuthCard>
  );
}
