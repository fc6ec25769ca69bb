import { useEffect, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { passSecondFactor, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks, summaryOf } from '#web/lib/form/form-problems.ts';
import { type CodeWait, useSentCode, waitOfCode } from '#web/lib/form/sent-code.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import {
  type Challenge,
  finishSignIn,
  type SignInAnswer,
  type SignInCallbacks,
  signIn,
} from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import styles from './second-step.module.css';
import { text } from './text.ts';

/** Completes a sign-in with the code of the second factor. */
async function sendSecondCode(challenge: string, code: string): Promise<SignInAnswer> {
  return signIn(await withMinimumDelay(callApi(passSecondFactor, { challenge, code })));
}

/** Requests the code of the second factor again; answers the wait before the next one. */
function requestSecondCode(challenge: string): Promise<CodeWait | ApiFailure> {
  return waitOfCode(withMinimumDelay(callApi(resendSecondFactor, { challenge })));
}

const codes = {
  'identity.wrongCode': 'code',
  'identity.codeExpired': 'code',
  'identity.attemptsExhausted': 'code',
};

const appCodeLength = 6;

interface SecondStepProps extends SignInCallbacks {
  challenge: Challenge;
  /** Returns to login and password. */
  onBack: () => void;
}

/** The second step of a sign-in: a code from an SMS or an authenticator app, or a recovery code. */
export function SecondStep({ challenge, onBack, ...callbacks }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const isSms = challenge.method === 'sms';
  const [{ sent, seconds }, setWait] = useState({
    sent: challenge.codeSent,
    seconds: challenge.resendAfterSeconds,
  });
  const where = formatText(sent === 'before' ? text.codeAlreadySent : text.codeNotYet, {
    phone: challenge.maskedPhone,
  });
  const alreadySentText = useSentCode(where, seconds);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code').trim();
    // The format of an authenticator or recovery code is known to the server only; here it is only required.
    const refused = refusalOfChecks({ code: checkField(isSms && !isRecovery ? 'code' : 'old_pass', code) });
    if (refused) return refused;
    return finishSignIn(await sendSecondCode(challenge.challenge, code), callbacks, { codes });
  });
  useEffect(() => document.getElementById('code')?.focus(), []);
  const wanted = isRecovery ? text.wantedRecovery : isSms ? text.wantedSms : text.wantedApp;
  return (
    <AuthCard title={text.title} suffix={text.product} lead={sent ? alreadySentText : challenge.message}>
      <form className={styles.form} {...formProps}>
        <ErrorSummary title={text.problems} items={summaryOf(refusal, { code: wanted })} attempt={attempt} />
        {isRecovery ? (
          <TextField
            key="recovery"
            id="code"
            name="code"
            label={text.recoveryCode}
            hint={text.recoveryHint}
            error={errorOf('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
          />
        ) : (
          <CodeField
            id="code"
            name="code"
            label={isSms ? text.smsCode : text.appCode}
            hint={isSms ? text.smsHint : text.appHint}
            error={errorOf('code')}
            {...(isSms ? {} : { length: appCodeLength, numeric: true })}
          />
        )}
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.submitting : text.submit}
        </Button>
        {isSms && !isRecovery && (
          <AnotherCode
            seconds={challenge.resendAfterSeconds}
            ask={() => requestSecondCode(challenge.challenge)}
            words={text}
            {...(sent === 'notYet' && { firstLabel: text.getCode })}
            onSent={(wait) => setWait({ sent: undefined, seconds: wait.seconds })}
          />
        )}
      </form>
      <div className={styles.aside}>
        <Button kind="plain" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? text.useCode : text.useRecovery}
        </Button>
        <Button kind="plain" onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </AuthCard>
  );
}
