import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { type SecondFactorStart, sendFirstCode, startSecondFactor } from './api.ts';
import { problemsOf } from './field-problem.ts';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

interface SmsStepProps {
  start: SecondFactorStart;
  password: string;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The first code, sent to the phone to which codes of sign-in will go. */
export function SmsStep({ start, password, onTurnedOn, onCancel }: SmsStepProps) {
  const form = useForm(['code']);
  const [wait, setWait] = useState({ seconds: start.resendAfterSeconds ?? 0, count: 0 });

  const submit = async (code: string) => {
    const problems = problemsOf({ code });
    if (problems) return form.refuse({ problems });
    const data = await form.send(sendFirstCode('sms', code));
    if (data) onTurnedOn(data.recoveryCodes);
  };

  const resend = async () => {
    const data = await form.send(startSecondFactor('sms', password));
    if (data) setWait(({ count }) => ({ seconds: data.resendAfterSeconds ?? 0, count: count + 1 }));
  };

  return (
    <SettingsForm
      form={form}
      submit={text.enable}
      busy={text.checking}
      onSubmit={(typed) => submit(typed('code'))}
      onCancel={onCancel}
    >
      <CodeField
        id={form.idOf('code')}
        name="code"
        label={text.codeLabel}
        hint={formatText(text.codeHint, { contact: start.maskedPhone ?? '' })}
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
    </SettingsForm>
  );
}
