import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form-problems.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone, plainAccount } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LitWindow } from '#web/ui/lit-window.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { askForCode, type CodeOwner } from './api.ts';
import { ContactChoice } from './contact-choice.tsx';
import styles from './recover-form.module.css';
import { isAwaited, type RecoverEvent, type RecoverState } from './recover-steps.ts';
import { text } from './text.ts';

interface ContactStepProps {
  type: 'person' | 'entity';
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** Whose password is lost, and where the code goes; the e-mail, when one was led back because the phone will not do. */
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
    const asked: CodeOwner = {
      userType: type,
      ...(isByEmail ? { email: contact } : { phone: contact }),
      ...(type === 'entity' && { account: number }),
    };
    if (isAwaited(state, asked)) {
      dispatch({ type: 'codeAwaited' });
      return undefined;
    }
    const answer = await askForCode(asked);
    if (typeof answer !== 'number') return refusalOfFailure(answer);
    dispatch({ type: 'codeSent', owner: asked, resendAfterSeconds: answer });
    return undefined;
  }, state.refusal);
  return (
    <LitWindow title={text.title} suffix={text.product} lead={text.lead[type]} foot={foot}>
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
    </LitWindow>
  );
}
