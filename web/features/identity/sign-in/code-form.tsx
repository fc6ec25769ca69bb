import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { type CodeWait, isCodeWait } from '#web/lib/wait-of-code.ts';
import type { SignInCallbacks } from '#web/session/finish-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { requestCode } from './api.ts';
import { CodeEntry } from './code-entry.tsx';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

interface Sent extends CodeWait {
  phone: string;
}

/** The sign-in by a code: the phone first, then the code. The typed number is kept on the way back. */
export function CodeForm(callbacks: SignInCallbacks) {
  const [sent, setSent] = useState<Sent>();
  const [isChanging, setChanging] = useState(true);
  if (sent && !isChanging) {
    return <CodeEntry {...sent} {...callbacks} onAnotherPhone={() => setChanging(true)} />;
  }
  return (
    <PhoneEntry
      typed={sent?.phone.slice(4) ?? lastTypedPhone()}
      sentTo={sent?.phone}
      onSent={(now) => {
        if (now) setSent(now);
        setChanging(false);
      }}
    />
  );
}

interface PhoneEntryProps {
  typed: string;
  /** The phone to which a code was already sent: it is not sent twice. */
  sentTo: string | undefined;
  onSent: (sent?: Sent) => void;
}

function PhoneEntry({ typed, sentTo, onSent }: PhoneEntryProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const phone = fullPhone(value('phone'));
    const refused = refusalOfChecks({ phone: checkField('phone', phone) });
    if (refused) return refused;
    if (phone === sentTo) {
      onSent();
      return undefined;
    }
    const answer = await requestCode(phone);
    if (!isCodeWait(answer)) return refusalOfFailure(answer);
    onSent({ phone, ...answer });
    return undefined;
  });
  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary
        title={text.codeProblems}
        items={summaryOf(refusal, { phone: text.wanted.phone })}
        attempt={attempt}
      />
      <PhoneField
        id="phone"
        name="phone"
        label={text.phone}
        hint={text.phoneHint}
        error={errorOf('phone')}
        prefix={text.phonePrefix}
        autoComplete="tel-national"
        ref={keepTypedPhone}
        defaultValue={typed}
        required
      />
      <Button kind="lamp" type="submit" wide busy={busy}>
        {busy ? text.gettingCode : text.getCode}
      </Button>
    </form>
  );
}
