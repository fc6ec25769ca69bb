import { formatText } from '#contract/messages/format-text.ts';
import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';
import { checkNewPassword } from '#web/lib/check-new-password.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { NewPasswordField } from '#web/lib/new-password-field.tsx';
import { fullPhone, plainAccount } from '#web/lib/typed-values.ts';
import { useForm } from '#web/lib/use-form.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { createEntity } from './api.ts';
import { ConsentField } from './consent-field.tsx';
import { type FinishProps, finishSignUp } from './finish-sign-up.ts';
import styles from './sign-up-form.module.css';
import { text } from './text.ts';
import type { Draft } from './use-draft.ts';

/** The values typed by an entity, as sent to the server. */
function entityOf(draft: Draft) {
  return {
    account: plainAccount(draft.account ?? ''),
    unique_code: latinCode(draft.unique_code ?? ''),
    edrpou: (draft.edrpou ?? '').trim(),
    email: (draft.email ?? '').trim(),
    phone: fullPhone(draft.phone ?? ''),
  };
}

const wanted = { password: text.wanted.password, consent: text.consentWanted };

/** The last step of an entity: password and consent. */
export function EntityFinish(props: FinishProps) {
  const { state, dispatch, draft, keep, progress, foot } = props;
  const entity = entityOf(draft);
  const known = [entity.phone, entity.email, entity.account, entity.edrpou];
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const secret = value('password');
    const refused = refusalOfChecks({ consent: value('consent') ? undefined : { code: 'field.required' } });
    const weak = checkNewPassword('password', secret, known);
    if (refused || weak) return { fields: { ...refused?.fields, ...weak?.fields } };
    return finishSignUp(await createEntity({ ...entity, code: state.provenCode }, secret), props);
  }, state.refusal);
  return (
    <AuthCard
      title={text.entity.finishTitle}
      suffix={text.product}
      progress={progress}
      lead={formatText(text.entity.finishLead, { account: entity.account })}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary title={text.createProblems} items={summaryOf(refusal, wanted)} attempt={attempt} />
        <NewPasswordField
          id="password"
          label={text.password}
          error={errorOf('password')}
          showLabel={text.show}
          hideLabel={text.hide}
          known={() => known}
          {...(draft.password === undefined ? {} : { defaultValue: draft.password })}
        />
        <ConsentField error={errorOf('consent')} isGiven={Boolean(draft.consent)} />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.creating : text.create}
        </Button>
        <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
          {text.back}
        </Button>
      </form>
    </AuthCard>
  );
}
