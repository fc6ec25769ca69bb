import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { type ContactKind, type Profile, sendContactChange, sendContactCode } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { problemsOf } from './field-problem.ts';
import type { SentCode } from './new-contact-step.tsx';
import { SettingsForm } from './settings-form.tsx';
import { showContact } from './show-contact.ts';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

interface ContactCodeStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  sent: SentCode;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/** The code that proves the contact, and the password. A wrong password leaves the code good. */
export function ContactCodeStep({ kind, userType, sent, onChanged, onCancel }: ContactCodeStepProps) {
  const form = useForm(['code', 'password']);
  const [wait, setWait] = useState({ seconds: sent.resendAfterSeconds, count: 0 });
  const { contact } = sent;

  const submit = async (code: string, password: string) => {
    const problems = problemsOf({ code, password });
    if (problems) return form.refuse({ problems });
    const data = await form.send(sendContactChange(kind, contact, code, password));
    if (data) onChanged(data.profile);
  };

  const resend = async () => {
    const data = await form.send(sendContactCode(kind, contact, userType));
    if (data) setWait(({ count }) => ({ seconds: data.resendAfterSeconds ?? 0, count: count + 1 }));
  };

  return (
    <SettingsForm
      form={form}
      submit={kind === 'phone' ? text.confirmPhoneChange : text.confirmEmailChange}
      busy={text.checking}
      onSubmit={(typed) => submit(typed('code'), typed('password'))}
      onCancel={onCancel}
    >
      <CodeField
        id={form.idOf('code')}
        name="code"
        label={text.codeLabel}
        hint={formatText(text.codeHint, { contact: showContact(kind, contact) })}
        error={form.errorOf('code')}
      />
      <ResendButton
        key={wait.count}
        seconds={wait.seconds}
        label={text.resend}
        waitLabel={text.resendWait}
        readyLabel={text.resendReady}
        onResend={() => {
          resend().catch(() => undefined);
        }}
      />
      <CurrentPasswordField form={form} />
    </SettingsForm>
  );
}
