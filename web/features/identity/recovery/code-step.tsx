import type { ReactNode } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { useSentCode } from '#web/lib/sent-code.ts';
import { useForm } from '#web/lib/use-form.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { groupPhoneDigits } from '#web/ui/phone-digits.ts';
import { type CodeOwner, proveCode, requestCode } from './api.ts';
import { codeFields } from './code-fields.ts';
import styles from './recover-form.module.css';
import type { RecoverEvent, RecoverState } from './recover-steps.ts';
import { text } from './text.ts';

interface CodeStepProps {
  owner: CodeOwner;
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** The step that takes the code. The texts do not reveal whether the contact is known. */
export function CodeStep({ owner, state, dispatch, foot }: CodeStepProps) {
  const { wait } = state;
  const contact = { contact: shownContact(owner) };
  const alreadySentText = useSentCode(formatText(text.codeAlreadySent, contact), wait.seconds);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code');
    const refused = refusalOfChecks({ code: checkField('code', code) });
    if (refused) return refused;
    const answer = await proveCode(owner, code);
    if (answer?.code === 'identity.recoverByEmail') {
      dispatch({ type: 'emailNeeded', refusal: refusalOfFailure(answer) });
      return undefined;
    }
    if (answer) return refusalOfFailure(answer, codeFields);
    dispatch({ type: 'codeProven', code });
    return undefined;
  }, state.refusal);

  return (
    <AuthCard
      title={text.codeTitle}
      suffix={text.product}
      lead={wait.alreadySent ? alreadySentText : formatText(text.codeLead, contact)}
      foot={foot}
    >
      <form className={styles.form} {...formProps}>
        <ErrorSummary
          title={text.codeProblems}
          items={summaryOf(refusal, { code: text.wanted.code })}
          attempt={attempt}
        />
        <CodeField id="code" name="code" label={text.code} hint={text.codeHint} error={errorOf('code')} />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.confirming : text.confirm}
        </Button>
        <AnotherCode
          seconds={wait.seconds}
          ask={() => requestCode(owner)}
          words={text}
          onSent={(next) => dispatch({ type: 'codeSent', owner, wait: next })}
          aside={
            <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
              {text.back}
            </Button>
          }
        />
      </form>
    </AuthCard>
  );
}

function shownContact({ phone, email = '' }: CodeOwner): string {
  return phone === undefined ? email : `+380 ${groupPhoneDigits(phone.slice(text.phonePrefix.length))}`;
}
