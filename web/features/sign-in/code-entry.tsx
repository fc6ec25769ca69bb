import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { useForm } from '#web/lib/use-form.ts';
import { settleComingIn, type WayInEnds } from '#web/session/settle-coming-in.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { groupPhoneDigits } from '#web/ui/phone-digits.ts';
import { askForCode, sendCode } from './api.ts';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

/** Answers that concern the code; with the advice that the server adds to them. */
const codes = {
  'identity.wrongCode': 'code',
  'identity.codeExpired': 'code',
  'identity.attemptsExhausted': 'code',
};

interface CodeEntryProps extends WayInEnds {
  phone: string;
  resendAfterSeconds: number;
  onAnotherPhone: () => void;
}

/** The code that came by SMS. Whether the number is known is not told: the words are the same either way. */
export function CodeEntry({ phone, resendAfterSeconds, onAnotherPhone, ...ends }: CodeEntryProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const refused = refusalOfChecks({ code: checkField('code', value('code')) });
    if (refused) return refused;
    return settleComingIn(await sendCode(phone, value('code')), ends, { codes });
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
        hint={formatText(text.codeSent, { phone: `+380 ${groupPhoneDigits(phone.slice(4))}` })}
        error={errorOf('code')}
      />
      <Button kind="lamp" type="submit" wide busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
      <AnotherCode
        seconds={resendAfterSeconds}
        ask={() => askForCode(phone)}
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
