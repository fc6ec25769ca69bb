import { Link } from '@tanstack/react-router';
import { checkField } from '#contract/field-rules.ts';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form/form-problems.ts';
import { useSentCode } from '#web/lib/form/sent-code.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { groupPhoneDigits } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { type CodeOwner, proveCode, requestCode } from './api.ts';
import { codeFields } from './code-fields.ts';
import styles from './sign-up-form.module.css';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

interface ConsentFieldProps {
  error: string | undefined;
  isGiven: boolean;
}

/** The consent to the processing of personal data; never preselected. */
export function ConsentField({ error, isGiven }: ConsentFieldProps) {
  return (
    <CheckField
      id="consent"
      name="consent"
      label={accountMessages['identity.consent']}
      error={error}
      defaultChecked={isGiven}
      required
    />
  );
}

interface CabinetCreatedProps {
  type: 'person' | 'entity';
  /** Why the sign-in was refused. */
  cause: string;
}

/** Shown when the cabinet was created but the automatic sign-in failed: the user signs in by hand. */
export function CabinetCreated({ type, cause }: CabinetCreatedProps) {
  return (
    <AuthCard title={text.madeTitle} suffix={text.product} lead={formatText(text.madeLead, { cause })}>
      <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
        {text.toSignIn}
      </Link>
    </AuthCard>
  );
}

interface CodeStepProps extends StepProps {
  owner: CodeOwner;
}

/** The step that takes the code sent to the phone. A phone that already has a cabinet leads back to its step. */
export function CodeStep({ state, dispatch, owner, progress, foot }: CodeStepProps) {
  const { wait } = state;
  const phone = { phone: `+380 ${groupPhoneDigits(owner.phone.slice(4))}` };
  const alreadySentText = useSentCode(formatText(text.codeAlreadySent, phone), wait.seconds);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code');
    const refused = refusalOfChecks({ code: checkField('code', code) });
    if (refused) return refused;
    const answer = await proveCode(owner, code);
    if (answer?.code === 'identity.phoneTaken') {
      dispatch({ type: 'refused', step: 'contact', refusal: refusalOfFailure(answer, codeFields) });
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
      progress={progress}
      lead={wait.alreadySent ? alreadySentText : formatText(text.codeLead, phone)}
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
          onSent={(next) => dispatch({ type: 'codeSent', wait: next })}
          aside={
            <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
              {text.anotherPhone}
            </Button>
          }
        />
      </form>
    </AuthCard>
  );
}
