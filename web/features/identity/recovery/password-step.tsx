import type { ReactNode } from 'react';
import { checkNewPassword } from '#web/lib/check-new-password.ts';
import { refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { NewPasswordField } from '#web/lib/new-password-field.tsx';
import { useForm } from '#web/lib/use-form.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { type CodeOwner, contactOf, savePassword } from './api.ts';
import { codeFields } from './code-fields.ts';
import styles from './recover-form.module.css';
import type { RecoverEvent, RecoverState } from './recover-steps.ts';
import { text } from './text.ts';

interface PasswordStepProps {
  owner: CodeOwner;
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** The step that takes the new password. A code that has expired meanwhile leads back to its step. */
export function PasswordStep({ owner, state, dispatch, foot }: PasswordStepProps) {
  const known = [contactOf(owner), owner.account ?? ''];
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const password = value('password');
    const refused = checkNewPassword('password', password, known);
    if (refused) return refused;
    const answer = await savePassword(owner, state.provenCode, password);
    if (!answer) {
      dispatch({ type: 'saved' });
      return undefined;
    }
    const refusal = refusalOfFailure(answer, codeFields);
    if (answer.code === 'identity.recoverByEmail') {
      dispatch({ type: 'emailNeeded', refusal });
      return undefined;
    }
    if (!refusal.fields.code) return refusal;
    dispatch({ type: 'codeRefused', refusal });
    return undefined;
  });
  return (
    <AuthCard title={text.passwordTitle} suffix={text.product} lead={text.passwordLead} foot={foot}>
      <form className={styles.form} {...formProps}>
        <ErrorSummary
          title={text.saveProblems}
          items={summaryOf(refusal, { password: text.wanted.password })}
          attempt={attempt}
        />
        <NewPasswordField
          id="password"
          label={text.newPassword}
          error={errorOf('password')}
          showLabel={text.show}
          hideLabel={text.hide}
          known={() => known}
        />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.saving : text.save}
        </Button>
      </form>
    </AuthCard>
  );
}
