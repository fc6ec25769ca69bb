import { useEffect, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { useForm } from '#web/lib/use-form.ts';
import type { Challenge } from '#web/session/come-in.ts';
import { settleComingIn, type WayInEnds } from '#web/session/settle-coming-in.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LitWindow } from '#web/ui/lit-window.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { askForSecondCode, sendSecondCode } from './api.ts';
import styles from './second-step.module.css';
import { text } from './text.ts';

const codes = {
  'identity.wrongCode': 'code',
  'identity.codeExpired': 'code',
  'identity.attemptsExhausted': 'code',
};

const appCodeLength = 6;

interface SecondStepProps extends WayInEnds {
  challenge: Challenge;
  /** Back to where login and password are typed. */
  onBack: () => void;
}

/** The second step of a way in: a code from an SMS or an application, or one of the recovery codes. */
export function SecondStep({ challenge, onBack, ...ends }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const isSms = challenge.method === 'sms';
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code').trim();
    // A code of an application or of recovery is known by the server alone; here only that there is one.
    const refused = refusalOfChecks({ code: checkField(isSms && !isRecovery ? 'code' : 'old_pass', code) });
    if (refused) return refused;
    return settleComingIn(await sendSecondCode(challenge.challenge, code), ends, { codes });
  });
  useEffect(() => document.getElementById('code')?.focus(), []);
  const wanted = isRecovery ? text.wantedRecovery : isSms ? text.wantedSms : text.wantedApp;
  return (
    <LitWindow title={text.title} suffix={text.product} lead={challenge.message}>
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
            ask={() => askForSecondCode(challenge.challenge)}
            words={text}
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
    </LitWindow>
  );
}
