import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form/form-problems.ts';
import { type CodeWait, isCodeWait, useSentCode } from '#web/lib/form/sent-code.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { groupPhoneDigits, PhoneField } from '#web/ui/form/phone-field.tsx';
import { requestCode, sendCode } from './api.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

/** Failure codes shown at the code field, with the advice that the server adds. */
const codes = {
  'identity.wrongCode': 'code',
  'identity.codeExpired': 'code',
  'identity.attemptsExhausted': 'code',
};

interface CodeEntryProps extends SignInCallbacks, CodeWait {
  phone: string;
  onAnotherPhone: () => void;
}

/** The form that takes the code sent by SMS. The texts do not reveal whether the number is known. */
function CodeEntry({ phone, onAnotherPhone, ...props }: CodeEntryProps) {
  const { seconds, alreadySent, ...callbacks } = props;
  const [wait, setWait] = useState({ seconds, alreadySent });
  const shownPhone = { phone: `+380 ${groupPhoneDigits(phone.slice(4))}` };
  const alreadySentText = useSentCode(formatText(text.codeAlreadySent, shownPhone), wait.seconds);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const refused = refusalOfChecks({ code: checkField('code', value('code')) });
    if (refused) return refused;
    return finishSignIn(await sendCode(phone, value('code')), callbacks, { codes });
  });
  useEffect(() => document.getElementById('code')?.focus(), []);

  return (
    <form className={styles.form} {...formProps}>
      <ErrorSummary
        title={text.problems}
        items={summaryOf(refusal, { code: text.wanted.code })}
        attempt={attempt}
      />
      {refusal.code === 'identity.passwordNeeded' && (
        <Link
          to="/sign-in/person"
          search={({ return: returnTo }: { return?: string }) => (returnTo ? { return: returnTo } : {})}
          className={buttonClass('plain')}
        >
          {text.signInByPassword}
        </Link>
      )}
      <CodeField
        id="code"
        name="code"
        label={text.code}
        hint={wait.alreadySent ? alreadySentText : formatText(text.codeSent, shownPhone)}
        error={errorOf('code')}
      />
      <Button kind="lamp" type="submit" wide busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
      <AnotherCode
        seconds={seconds}
        ask={() => requestCode(phone)}
        onSent={setWait}
        words={text}
        aside={
          <Button kind="plain" onClick={onAnotherPhone}>
            {text.anotherPhone}
          </Button>
        }
      />
    </form>
  );
}

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
