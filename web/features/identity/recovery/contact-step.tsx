import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone, plainAccount } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { isCodeWait } from '#web/lib/wait-of-code.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type CodeOwner, requestCode } from './api.ts';
import contactChoiceStyles from './contact-choice.module.css';
import styles from './recover-form.module.css';
import { isCodeSentTo, type RecoverEvent, type RecoverState } from './recover-steps.ts';
import { text } from './text.ts';

interface ContactChoiceProps {
  isByEmail: boolean;
  onChange: (isByEmail: boolean) => void;
}

/** The choice of phone or e-mail for the code. */
function ContactChoice({ isByEmail, onChange }: ContactChoiceProps) {
  return (
    <fieldset className={contactChoiceStyles.choice}>
      <legend>{text.where}</legend>
      {[false, true].map((email) => (
        <label key={String(email)} className={contactChoiceStyles.option}>
          <input
            type="radio"
            name="where"
            value={email ? 'email' : 'phone'}
            checked={email === isByEmail}
            onChange={() => onChange(email)}
          />
          {email ? text.byEmail : text.byPhone}
        </label>
      ))}
    </fieldset>
  );
}

interface ContactStepProps {
  type: 'person' | 'entity';
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** The step that takes the login and the contact for the code; preset to e-mail when the phone was refused. */
export function ContactStep({ type, state, dispatch, foot }: ContactStepProps) {
  const { owner } = state;
  const [isByEmail, setByEmail] = useState(owner?.email !== undefined || state.refusal !== undefined);
  const { account, phone, email } = text.wanted;
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const number = plainAccount(value('account'));
    const contact = isByEmail ? value('email').trim().toLowerCase() : fullPhone(value('phone'));
    const refused = refusalOfChecks({
      ...(type === 'entity' && { account: checkField('account', number) }),
      ...(isByEmail ? { email: checkField('email', contact) } : { phone: checkField('phone', contact) }),
    });
    if (refused) return refused;
    const requested: CodeOwner = {
      userType: type,
      ...(isByEmail ? { email: contact } : { phone: contact }),
      ...(type === 'entity' && { account: number }),
    };
    if (isCodeSentTo(state, requested)) {
      dispatch({ type: 'codeAwaited' });
      return undefined;
    }
    const answer = await requestCode(requested);
    if (!isCodeWait(answer)) return refusalOfFailure(answer);
    dispatch({ type: 'codeSent', owner: requested, wait: answer });
    return undefined;
  }, state.refusal);
  return (
    <AuthCard title={text.title} suffix={text.product} lead={text.lead[type]} foot={foot}>
      <form className={styles.form} {...formProps}>
        <ErrorSummary
          title={text.problems}
          items={summaryOf(refusal, { account, phone, email })}
          attempt={attempt}
        />
        {type === 'entity' && (
          <TextField
            id="account"
            name="account"
            label={text.account}
            hint={text.accountHint}
            error={errorOf('account')}
            inputMode="numeric"
            autoComplete="username"
            defaultValue={owner?.account}
            required
          />
        )}
        <ContactChoice isByEmail={isByEmail} onChange={setByEmail} />
        {isByEmail ? (
          <TextField
            key="email"
            id="email"
            name="email"
            type="email"
            label={text.email}
            hint={text.emailHint}
            error={errorOf('email')}
            autoComplete="email"
            defaultValue={owner?.email}
            required
          />
        ) : (
          <PhoneField
            key="phone"
            id="phone"
            name="phone"
            label={text.phone}
            hint={text.phoneHint}
            error={errorOf('phone')}
            prefix={text.phonePrefix}
            ref={keepTypedPhone}
            defaultValue={owner?.phone?.slice(text.phonePrefix.length) ?? lastTypedPhone()}
            required
          />
        )}
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.gettingCode : text.getCode}
        </Button>
      </form>
    </AuthCard>
  );
}
