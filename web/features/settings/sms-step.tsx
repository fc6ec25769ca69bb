import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { type SecondFactorStart, sendFirstCode, startSecondFactor } from './api.ts';
import { SettingsForm } from './settings-form.tsx';
import { settle } from './settle.ts';
import { text } from './text.ts';

const CODE = 'factor-code';
const places = {
  paths: { code: CODE },
  codes: { 'identity.wrongCode': CODE, 'identity.codeExpired': CODE },
};

interface SmsStepProps {
  start: SecondFactorStart;
  password: string;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The first code, sent to the phone to which codes of sign-in will go. */
export function SmsStep({ start, password, onTurnedOn, onCancel }: SmsStepProps) {
  const { maskedPhone = '', resendAfterSeconds = 0 } = start;
  const send = async (value: TypedValues) =>
    refusalOfChecks({ [CODE]: checkField('code', value(CODE)) }) ??
    settle(sendFirstCode('sms', value(CODE)), places, ({ recoveryCodes }) => onTurnedOn(recoveryCodes));
  return (
    <SettingsForm
      wanted={{ [CODE]: text.wanted.code }}
      submit={text.enable}
      busy={text.checking}
      onSubmit={send}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <CodeField
            id={CODE}
            name={CODE}
            label={text.codeLabel}
            hint={formatText(text.codeHint, { contact: maskedPhone })}
            error={errorOf(CODE)}
          />
          <AnotherCode
            seconds={resendAfterSeconds}
            ask={() => waitOfCode(startSecondFactor('sms', password))}
            words={text}
          />
        </>
      )}
    </SettingsForm>
  );
}
