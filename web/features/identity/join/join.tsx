import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { checkField } from '#contract/field-rules.ts';
import { joinCompany, readInvitation } from '#contract/identity/company-people.ts';
import { consentVersion } from '#contract/identity/consent.ts';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './join.module.css';
import { text } from './text.ts';

type Invitation = OutputOf<typeof readInvitation>;
type Joined = OutputOf<typeof joinCompany>;

const phone: FormField = {
  name: 'phone',
  wanted: text.wanted.phone,
  read: fullPhone,
  check: (typed) => checkField('phone', typed),
  show: (control) => (
    <PhoneField {...control} label={text.phone} hint={text.phoneHint} prefix={text.phonePrefix} />
  ),
};

const nameField = (name: string): FormField => ({
  name: 'name',
  wanted: text.wanted.name,
  read: (typed) => typed.trim(),
  check: (typed) => checkField('name', typed),
  show: (control) => <TextField {...control} label={text.name} autoComplete="name" defaultValue={name} />,
});

const consent: FormField = {
  name: 'consent',
  wanted: text.wanted.consent,
  check: (given) => (given ? undefined : { code: 'field.required' }),
  show: ({ defaultValue: _, ...control }) => (
    <CheckField {...control} label={accountMessages['identity.consent']} />
  ),
};

type State = { invitation: Invitation } | { failure: string } | 'loading';

/** Accepts an invitation to the cabinet of a company: name, phone, password; then the code to sign in with is shown. */
export function Join({ invitationKey }: { invitationKey: string }) {
  const [state, setState] = useState<State>('loading');
  const [joined, setJoined] = useState<Joined>();
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const result = await callApi(readInvitation, { key: invitationKey });
      if (isCurrent) setState(result.ok ? { invitation: result.data } : { failure: result.failure.message });
    };
    read().catch((error: unknown) => setState({ failure: failureOf(error)?.message ?? text.failed }));
    return () => {
      isCurrent = false;
    };
  }, [invitationKey]);
  const foot = <Link to="/sign-in/entity">{text.haveCabinet}</Link>;
  if (state === 'loading') {
    return (
      <AuthCard title={text.title} suffix={text.product} foot={foot}>
        <RowsSkeleton label={text.loading} rows={3} />
      </AuthCard>
    );
  }
  if ('failure' in state) {
    return (
      <AuthCard title={text.title} suffix={text.product} foot={foot}>
        <Notice kind="warn" title={text.failed}>
          {state.failure}
        </Notice>
      </AuthCard>
    );
  }
  const { company, name, email, role } = state.invitation;
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
            consentVersion,
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
