import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import type { WayInEnds } from '#web/session/settle-coming-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { askForCode } from './api.ts';
import { CodeEntry } from './code-entry.tsx';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

interface Sent {
  phone: string;
  resendAfterSeconds: number;
}

/** The way in by a code: the phone first, then what came to it. A number that was typed stays when one goes back. */
export function CodeForm(ends: WayInEnds) {
  const [sent, setSent] = useState<Sent>();
  const [isChanging, setChanging] = useState(true);
  if (sent && !isChanging) {
    return <CodeEntry {...sent} {...ends} onAnotherPhone={() => setChanging(true)} />;
  }
  return (
    <PhoneEntry
      typed={sent?.phone.slice(4) ?? lastTypedPhone()}
      awaited={sent?.phone}
      onSent={(now) => {
        if (now) setSent(now);
        setChanging(false);
      }}
    />
  );
}

interface PhoneEntryProps {
  typed: string;
  /** The phone to which a code is on its way already: it is not sent twice. */
  awaited: string | undefined;
  onSent: (sent?: Sent) => void;
}

function PhoneEntry({ typed, awaited, onSent }: PhoneEntryProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const phone = fullPhone(value('phone'));
    const refused = refusalOfChecks({ phone: checkField('phone', phone) });
    if (refused) return refused;
    if (phone === awaited) {
      onSent();
      return undefined;
    }
    const answer = await askForCode(phone);
    if (typeof answer !== 'number') return refusalOfFailure(answer);
    onSent({ phone, resendAfterSeconds: answer });
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
