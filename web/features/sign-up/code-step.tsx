import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/another-code.tsx';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LitWindow } from '#web/ui/lit-window.tsx';
import { groupPhoneDigits } from '#web/ui/phone-digits.ts';
import { askForCode, type CodeOwner, proveCode } from './api.ts';
import { codePlaces } from './code-places.ts';
import styles from './sign-up-form.module.css';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

interface CodeStepProps extends StepProps {
  owner: CodeOwner;
}

/** The code that came to the phone. A phone that has a cabinet already leads back to its field. */
export function CodeStep({ state, dispatch, owner, progress, foot }: CodeStepProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code');
    const refused = refusalOfChecks({ code: checkField('code', code) });
    if (refused) return refused;
    const answer = await proveCode(owner, code);
    if (answer?.code === 'identity.phoneTaken') {
      dispatch({ type: 'refused', step: 'contact', refusal: refusalOfFailure(answer, codePlaces) });
      return undefined;
    }
    if (answer) return refusalOfFailure(answer, codePlaces);
    dispatch({ type: 'codeProven', code });
    return undefined;
  }, state.refusal);

  return (
    <LitWindow
      title={text.codeTitle}
      suffix={text.product}
      progress={progress}
      lead={formatText(text.codeLead, { phone: `+380 ${groupPhoneDigits(owner.phone.slice(4))}` })}
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
          seconds={state.resendAfterSeconds}
          ask={() => askForCode(owner)}
          words={text}
          onSent={(resendAfterSeconds) => dispatch({ type: 'codeSent', resendAfterSeconds })}
          aside={
            <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
              {text.anotherPhone}
            </Button>
          }
        />
      </form>
    </LitWindow>
  );
}
