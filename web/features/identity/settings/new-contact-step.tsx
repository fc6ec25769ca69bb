import { checkField } from '#contract/field-rules.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import { fullPhone } from '#web/lib/typed-values.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ContactKind, type Profile, sendContactCode } from './api.ts';
import { SettingsForm } from './settings-form.tsx';
import { submitCall } from './submit-call.ts';
import { text } from './text.ts';

/** A code was sent. */
export interface SentCode {
  readonly contact: string;
  readonly resendAfterSeconds: number;
}

interface NewContactStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  initial: string;
  onSent: (sent: SentCode) => void;
  onCancel: () => void;
}

/** The step that takes the new phone or e-mail and sends a code to it. */
export function NewContactStep({ kind, userType, initial, onSent, onCancel }: NewContactStepProps) {
  const field = `new-${kind}`;
  const send = async (value: TypedValues) => {
    const typed = value(field);
    const contact = kind === 'phone' ? fullPhone(typed) : (parseEmail(typed) ?? typed.trim());
    const refused = refusalOfChecks({ [field]: checkField(kind, contact) });
    if (refused) return refused;
    const call = sendContactCode(kind, contact, userType);
    return submitCall(call, { paths: { [kind]: field } }, ({ resendAfterSeconds = 0 }) =>
      onSent({ contact, resendAfterSeconds }),
    );
  };
  return (
    <SettingsForm
      wanted={{ [field]: text.wanted[kind] }}
      submit={text.sendCode}
      busy={text.sending}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) =>
        kind === 'phone' ? (
          <PhoneField
            id={field}
            name={field}
            label={text.newPhone}
            hint={text.newPhoneHint}
            error={errorOf(field)}
            prefix={text.phonePrefix}
            required
          />
        ) : (
          <TextField
            id={field}
            name={field}
            type="email"
            inputMode="email"
            label={text.newEmail}
            hint={initial === '' ? text.newEmailHint : text.knownEmailHint}
            error={errorOf(field)}
            defaultValue={initial}
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            required
          />
        )
      }
    </SettingsForm>
  );
}
