import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { passSecondFactor, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { AnotherCode, SentBefore } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { type CodeWait, waitOfCode } from '#web/lib/form/sent-code.ts';
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

const places = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.attemptsExhausted': 'code',
  },
};

const appCodeLength = 6;
const trim = (typed: string) => typed.trim();

const recoveryCode: FormField = {
  name: 'code',
  wanted: text.wantedRecovery,
  read: trim,
  check: checkFilled,
  show: (control) => (
    <TextField
      {...control}
      label={text.recoveryCode}
      hint={text.recoveryHint}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
    />
  ),
};

const appCode: FormField = {
  name: 'code',
  wanted: text.wantedApp,
  read: trim,
  check: checkFilled,
  show: ({ id, name, error }) => (
    <CodeField
      {...{ id, name, error }}
      label={text.appCode}
      hint={text.appHint}
      length={appCodeLength}
      numeric
    />
  ),
};

const smsCode: FormField = {
  name: 'code',
  wanted: text.wantedSms,
  read: trim,
  check: (code) => checkField('code', code),
  show: ({ id, name, error }) => (
    <CodeField {...{ id, name, error }} label={text.smsCode} hint={text.smsHint} />
  ),
};

/** The format of an authenticator or recovery code is known to the server only: it is only required. */
function checkFilled(code: string) {
  return checkField('old_pass', code);
}

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
  return (
    <AuthCard
      title={text.title}
      suffix={text.product}
      lead={sent ? <SentBefore where={where} seconds={seconds} /> : challenge.message}
    >
      <FormStep
        fields={[isRecovery ? recoveryCode : isSms ? smsCode : appCode]}
        problems={text.problems}
        submit={text.submit}
        busy={text.submitting}
        places={places}
        send={async (value) =>
          finishSignIn(await sendSecondCode(challenge.challenge, value('code')), callbacks)
        }
        takesFocus
      >
        {isSms && !isRecovery && (
          <AnotherCode
            seconds={challenge.resendAfterSeconds}
            ask={() => requestSecondCode(challenge.challenge)}
            words={text}
            {...(sent === 'notYet' && { firstLabel: text.getCode })}
            onSent={(wait) => setWait({ sent: undefined, seconds: wait.seconds })}
          />
        )}
      </FormStep>
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
