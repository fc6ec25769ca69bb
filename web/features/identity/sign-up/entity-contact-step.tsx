import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { isCodeWait } from '#web/lib/wait-of-code.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { requestCode } from './api.ts';
import styles from './sign-up-form.module.css';
import { isCodeFor } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

const { email, phone } = text.wanted;

/** The step that takes e-mail and phone of an entity; the code is sent to the phone. */
export function EntityContactStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const number = fullPhone(value('phone'));
    const refused = refusalOfChecks({
      email: checkField('email', value('email').trim()),
      phone: checkField('phone', number),
    });
    if (refused) return refused;
    if (isCodeFor(state, number)) {
      dispatch({ type: 'contactGiven', codeFor: number });
      return undefined;
    }
    const answer = await requestCode({ userType: 'entity', phone: number });
    if (!isCodeWait(answer)) return refusalOfFailure(answer);
    dispatch({ type: 'contactGiven', codeFor: number, wait: answer });
    return undefined;
  }, state.refusal);
  return (
    <AuthCard
      title={text.entity.contactTitle}
      suffix={text.product}
      progress={progress}
      lead={text.entity.contactLead}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary title={text.problems} items={summaryOf(refusal, { email, phone })} attempt={attempt} />
        <TextField
          id="email"
          name="email"
          type="email"
          label={text.email}
          hint={text.emailHint}
          error={errorOf('email')}
          autoComplete="email"
          defaultValue={draft.email}
          required
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
        <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
          {text.back}
        </Button>
      </form>
    </AuthCard>
  );
}
