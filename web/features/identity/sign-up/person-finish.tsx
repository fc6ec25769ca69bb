import { checkField } from '#contract/field-rules.ts';
import { checkNewPassword } from '#web/lib/check-new-password.ts';
import { refusalOfChecks, summaryOf } from '#web/lib/form-problems.ts';
import { NewPasswordField } from '#web/lib/new-password-field.tsx';
import { useForm } from '#web/lib/use-form.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { createPerson } from './api.ts';
import { ConsentField } from './consent-field.tsx';
import { type FinishProps, finishSignUp } from './finish-sign-up.ts';
import styles from './sign-up-form.module.css';
import { text } from './text.ts';

const { surname, name, middle_n, email, password } = text.wanted;
const wanted = { surname, name, middle_n, email, password, consent: text.consentWanted };

interface PersonFinishProps extends FinishProps {
  phone: string;
}

/** The last step of a person: names, e-mail, password and consent. */
export function PersonFinish({ phone, ...props }: PersonFinishProps) {
  const { state, dispatch, draft, keep, progress, foot } = props;
  const known = () =>
    [phone, draft.email, draft.surname, draft.name, draft.middle_n].filter((text) => text !== undefined);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const typed = {
      surname: value('surname').trim(),
      name: value('name').trim(),
      middle_n: value('middle_n').trim(),
      email: value('email').trim(),
    };
    const secret = value('password');
    const refused = refusalOfChecks({
      surname: checkField('surname', typed.surname),
      name: checkField('name', typed.name),
      middle_n: checkField('middle_n', typed.middle_n),
      email: checkField('email', typed.email),
      consent: value('consent') ? undefined : { code: 'field.required' },
    });
    const weak = checkNewPassword('password', secret, known());
    if (refused || weak) return { fields: { ...refused?.fields, ...weak?.fields } };
    return finishSignUp(await createPerson({ ...typed, phone, code: state.provenCode }, secret), props);
  }, state.refusal);
  return (
    <AuthCard
      title={text.person.finishTitle}
      suffix={text.product}
      progress={progress}
      lead={text.person.finishLead}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary title={text.createProblems} items={summaryOf(refusal, wanted)} attempt={attempt} />
        <TextField
          id="surname"
          name="surname"
          label={text.surname}
          hint={text.surnameHint}
          error={errorOf('surname')}
          autoComplete="family-name"
          defaultValue={draft.surname}
          required
        />
        <TextField
          id="name"
          name="name"
          label={text.name}
          error={errorOf('name')}
          autoComplete="given-name"
          defaultValue={draft.name}
          required
        />
        <TextField
          id="middle_n"
          name="middle_n"
          label={text.middleName}
          error={errorOf('middle_n')}
          autoComplete="additional-name"
          defaultValue={draft.middle_n}
          required
        />
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
        <NewPasswordField
          id="password"
          label={text.password}
          error={errorOf('password')}
          showLabel={text.show}
          hideLabel={text.hide}
          known={known}
          {...(draft.password === undefined ? {} : { defaultValue: draft.password })}
        />
        <ConsentField error={errorOf('consent')} isGiven={Boolean(draft.consent)} />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.creating : text.create}
        </Button>
        <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
          {text.anotherPhone}
        </Button>
      </form>
    </AuthCard>
  );
}
