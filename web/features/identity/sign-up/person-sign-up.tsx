import { Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form/form-problems.ts';
import { checkNewPassword, NewPasswordField } from '#web/lib/form/new-password-field.tsx';
import { isCodeWait } from '#web/lib/form/sent-code.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { createPerson, requestCode } from './api.ts';
import { type FinishProps, finishSignUp, progressOf } from './finish-sign-up.ts';
import type { FieldSteps } from './refused-step.ts';
import styles from './sign-up-form.module.css';
import { CabinetCreated, CodeStep, ConsentField } from './sign-up-parts.tsx';
import { isCodeFor, signUpReducer, signUpSteps, startSignUp } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';
import { useDraft } from './use-draft.ts';

const { surname, name, middle_n, email, password } = text.wanted;
const wanted = { surname, name, middle_n, email, password, consent: text.consentWanted };

interface PersonFinishProps extends FinishProps {
  phone: string;
}

/** The last step of a person: names, e-mail, password and consent. */
function PersonFinish({ phone, ...props }: PersonFinishProps) {
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

/** The step that takes the phone of a person, to which the code is sent. */
function PhoneStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
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

const steps = signUpSteps.person;
const fieldSteps: FieldSteps = {
  phone: 'contact',
  code: 'code',
  surname: 'finish',
  name: 'finish',
  middle_n: 'finish',
  email: 'finish',
  password: 'finish',
};

/** The sign-up of a person: phone, code, then names, e-mail, password and consent. Source: product.md 4. */
export function PersonSignUp(ends: SignInCallbacks) {
  const [state, dispatch] = useReducer(signUpReducer, 'person', startSignUp);
  const [failedSignIn, setFailedSignIn] = useState<string>();
  const { draft, keep } = useDraft();
  if (failedSignIn !== undefined) return <CabinetCreated type="person" cause={failedSignIn} />;
  const foot = (
    <>
      <Link to="/sign-in/person">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'person' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/entity">{text.forEntity}</Link>
    </>
  );
  const props = { state, dispatch, draft, keep, progress: progressOf(steps, state.step), foot };
  const phone = state.codeFor;
  if (state.step === 'code') return <CodeStep key="code" {...props} owner={{ userType: 'person', phone }} />;
  if (state.step === 'finish') {
    return (
      <PersonFinish
        key="finish"
        {...props}
        phone={phone}
        ends={ends}
        steps={steps}
        fieldSteps={fieldSteps}
        onMade={setFailedSignIn}
      />
    );
  }
  return <PhoneStep key="contact" {...props} />;
}
