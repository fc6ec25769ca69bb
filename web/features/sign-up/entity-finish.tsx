import { formatText } from '#contract/messages/format-text.ts';
import { checkNewPassword } from '#web/lib/check-new-password.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { NewPasswordField } from '#web/lib/new-password-field.tsx';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LitWindow } from '#web/ui/lit-window.tsx';
import { createEntity } from './api.ts';
import { ConsentField } from './consent-field.tsx';
import { entityOf } from './entity-draft.ts';
import { type FinishProps, settleSignUp } from './settle-sign-up.ts';
import styles from './sign-up-form.module.css';
import { text } from './text.ts';

const wanted = { password: text.wanted.password, consent: text.consentWanted };

/** Password and consent of an entity. */
export function EntityFinish(props: FinishProps) {
  const { state, dispatch, draft, keep, progress, foot } = props;
  const entity = entityOf(draft);
  const known = [entity.phone, entity.email, entity.account, entity.edrpou];
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const secret = value('password');
    const refused = refusalOfChecks({ consent: value('consent') ? undefined : { code: 'field.required' } });
    const weak = checkNewPassword('password', secret, known);
    if (refused || weak) return { fields: { ...refused?.fields, ...weak?.fields } };
    return settleSignUp(await createEntity({ ...entity, code: state.provenCode }, secret), props);
  }, state.refusal);
  return (
    <LitWindow
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
    </LitWindow>
  );
}
