import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { type ContactKind, type Profile, sendContactChange, sendContactCode } from './api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import type { SentCode } from './new-contact-step.tsx';
import { Resend } from './resend.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settle } from './settle.ts';
import { showContact } from './show-contact.ts';
import { text } from './text.ts';

interface ContactCodeStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  sent: SentCode;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/** The code that proves the contact, and the password. A wrong password leaves the code good. */
export function ContactCodeStep({ kind, userType, sent, onChanged, onCancel }: ContactCodeStepProps) {
  const { contact, resendAfterSeconds } = sent;
  const code = `${kind}-code`;
  const password = `${kind}-password`;
  const places = {
    paths: { code, password },
    codes: {
      'identity.wrongCode': code,
      'identity.codeExpired': code,
      'identity.wrongPassword': password,
    },
  };
  const send = async (value: TypedValues) => {
    const refused = refusalOfChecks({
      [code]: checkField('code', value(code)),
      [password]: checkField('old_pass', value(password)),
    });
    if (refused) return refused;
    const call = sendContactChange(kind, contact, value(code), value(password));
    return settle(call, places, ({ profile }) => onChanged(profile));
  };
  return (
    <SettingsForm
      wanted={{ [code]: text.wanted.code, [password]: text.wanted.password }}
      submit={kind === 'phone' ? text.confirmPhoneChange : text.confirmEmailChange}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <CodeField
            id={code}
            name={code}
            label={text.codeLabel}
            hint={formatText(text.codeHint, { contact: showContact(kind, contact) })}
            error={errorOf(code)}
          />
          <Resend seconds={resendAfterSeconds} ask={() => sendContactCode(kind, contact, userType)} />
          <CurrentPasswordField id={password} error={errorOf(password)} />
        </>
      )}
    </SettingsForm>
  );
}
