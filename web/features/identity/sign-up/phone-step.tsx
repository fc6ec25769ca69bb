import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { isCodeWait } from '#web/lib/wait-of-code.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { requestCode } from './api.ts';
import styles from './sign-up-form.module.css';
import { isCodeFor } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

/** The step that takes the phone of a person, to which the code is sent. */
export function PhoneStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const phone = fullPhone(value('phone'));
    const refused = refusalOfChecks({ phone: checkField('phone', phone) });
    if (refused) return refused;
    if (isCodeFor(state, phone)) {
      dispatch({ type: 'contactGiven', codeFor: phone });
      return undefined;
    }
    const answer = await requestCode({ userType: 'person', phone });
    if (!isCodeWait(answer)) return refusalOfFailure(answer);
    dispatch({ type: 'contactGiven', codeFor: phone, wait: answer });
    return undefined;
  }, state.refusal);
  return (
    <AuthCard
      title={text.person.contactTitle}
      suffix={text.product}
      progress={progress}
      lead={text.person.contactLead}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary
          title={text.problems}
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
          defaultValue={draft.phone}
          required
        />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.gettingCode : text.getCode}
        </Button>
      </form>
    </AuthCard>
  );
}
