import { parseEmail } from '#domain/identifiers/email.ts';
import { nationalDigits } from '#web/ui/phone-digits.ts';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ContactKind, type Profile, sendContactCode } from './api.ts';
import { problemsOf } from './field-problem.ts';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

/** A code is on its way. */
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

/** The new phone or e-mail, to which a code is sent. */
export function NewContactStep({ kind, userType, initial, onSent, onCancel }: NewContactStepProps) {
  const form = useForm([kind]);

  const submit = async (typed: string) => {
    const contact = kind === 'phone' ? phoneOf(typed) : (parseEmail(typed) ?? typed.trim());
    const problems = problemsOf({ [kind]: contact });
    if (problems) return form.refuse({ problems });
    const data = await form.send(sendContactCode(kind, contact, userType));
    if (data) onSent({ contact, resendAfterSeconds: data.resendAfterSeconds ?? 0 });
  };

  return (
    <SettingsForm
      form={form}
      submit={text.sendCode}
      busy={text.sending}
      onSubmit={(typed) => submit(typed(kind))}
      onCancel={onCancel}
    >
      {kind === 'phone' ? (
        <PhoneField
          id={form.idOf(kind)}
          name={kind}
          label={text.newPhone}
          hint={text.newPhoneHint}
          error={form.errorOf(kind)}
          prefix={text.phonePrefix}
          required
        />
      ) : (
        <TextField
          id={form.idOf(kind)}
          name={kind}
          type="email"
          inputMode="email"
          label={text.newEmail}
          hint={text.newEmailHint}
          error={form.errorOf(kind)}
          defaultValue={initial}
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
      )}
    </SettingsForm>
  );
}

/** As it travels, with the prefix; '' when nothing is typed. */
function phoneOf(typed: string): string {
  const digits = nationalDigits(typed);
  return digits === '' ? '' : `${text.phonePrefix}${digits}`;
}
