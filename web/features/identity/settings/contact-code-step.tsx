import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks } from '#web/lib/form-problems.ts';
import type { TypedValues } from '#web/lib/use-form.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { type ContactKind, type Method, type Profile, sendContactChange, sendContactCode } from './api.ts';
import { checkFilled } from './check-filled.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { FactorCodeField } from './factor-code-field.tsx';
import type { SentCode } from './new-contact-step.tsx';
import { SettingsForm } from './settings-form.tsx';
import { showContact } from './show-contact.ts';
import { submitCall } from './submit-call.ts';
import { text } from './text.ts';

interface ContactCodeStepProps {
  kind: ContactKind;
  userType: Profile['type'];
  /** The channel of the second-factor code, when one is required too. */
  guard?: Method | undefined;
  sent: SentCode;
  onChanged: (profile: Profile) => void;
  onCancel: () => void;
}

/**
 * The step that takes the code sent to the contact, and the password. A wrong password does not invalidate the code.
 */
export function ContactCodeStep(props: ContactCodeStepProps) {
  const { kind, userType, guard, sent, onChanged, onCancel } = props;
  const { contact, resendAfterSeconds } = sent;
  const code = `${kind}-code`;
  const password = `${kind}-password`;
  const factor = `${kind}-factor-code`;
  const places = {
    paths: { code, password, factorCode: factor },
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
      ...(guard && { [factor]: checkFilled(value(factor)) }),
    });
    if (refused) return refused;
    const factorCode = guard && value(factor);
    const call = sendContactChange(kind, contact, value(code), value(password), factorCode);
    return submitCall(call, places, ({ profile }) => onChanged(profile));
  };
  return (
    <SettingsForm
      wanted={{
        [code]: text.wanted.code,
        [password]: text.wanted.password,
        ...(guard && { [factor]: text.wanted.factorCode }),
      }}
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
          <AnotherCode
            seconds={resendAfterSeconds}
            ask={() => waitOfCode(sendContactCode(kind, contact, userType))}
            words={text}
          />
          <CurrentPasswordField id={password} error={errorOf(password)} />
          {guard && <FactorCodeField id={factor} method={guard} error={errorOf(factor)} />}
        </>
      )}
    </SettingsForm>
  );
}
