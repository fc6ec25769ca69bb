import { Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { refusalOfChecks, refusalOfFailure, summaryOf } from '#web/lib/form/form-problems.ts';
import { checkNewPassword, NewPasswordField } from '#web/lib/form/new-password-field.tsx';
import { isCodeWait } from '#web/lib/form/sent-code.ts';
import { fullPhone, plainAccount } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { createEntity, requestCode } from './api.ts';
import { type FinishProps, finishSignUp, progressOf } from './finish-sign-up.ts';
import type { FieldSteps } from './refused-step.ts';
import styles from './sign-up-form.module.css';
import { CabinetCreated, CodeStep, ConsentField } from './sign-up-parts.tsx';
import { isCodeFor, signUpReducer, signUpSteps, startSignUp } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';
import { type Draft, useDraft } from './use-draft.ts';

const { account, unique_code, edrpou } = text.wanted;

/** The step that identifies an entity: account, unique code of the contract and code of the state register. */
function ContractStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
  const { refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const refused = refusalOfChecks({
      account: checkField('account', plainAccount(value('account'))),
      unique_code: checkField('unique_code', latinCode(value('unique_code'))),
      edrpou: checkField('edrpou', value('edrpou').trim()),
    });
    if (!refused) dispatch({ type: 'contractGiven' });
    return refused;
  }, state.refusal);
  return (
    <AuthCard
      title={text.entity.contractTitle}
      suffix={text.product}
      progress={progress}
      lead={text.entity.contractLead}
      foot={foot}
    >
      <form className={styles.form} {...formProps} onChange={keep}>
        <ErrorSummary
          title={text.problems}
          items={summaryOf(refusal, { account, unique_code, edrpou })}
          attempt={attempt}
        />
        <TextField
          id="account"
          name="account"
          label={text.account}
          hint={text.accountHint}
          error={errorOf('account')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.account}
          required
        />
        <TextField
          id="unique_code"
          name="unique_code"
          label={text.uniqueCode}
          hint={text.uniqueCodeHint}
          error={errorOf('unique_code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={draft.unique_code}
          required
        />
        <TextField
          id="edrpou"
          name="edrpou"
          label={text.edrpou}
          hint={text.edrpouHint}
          error={errorOf('edrpou')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={draft.edrpou}
          required
        />
        <Button kind="lamp" type="submit" wide>
          {text.next}
        </Button>
      </form>
    </AuthCard>
  );
}

const { email, phone } = text.wanted;

/** The step that takes e-mail and phone of an entity; the code is sent to the phone. */
function EntityContactStep({ state, dispatch, draft, keep, progress, foot }: StepProps) {
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
function EntityFinish(props: FinishProps) {
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

const steps = signUpSteps.entity;
const fieldSteps: FieldSteps = {
  account: 'contract',
  unique_code: 'contract',
  edrpou: 'contract',
  email: 'contact',
  phone: 'contact',
  code: 'code',
  password: 'finish',
};

/** The sign-up of an entity: contract, contacts with a code, then password and consent. Source: product.md 4. */
export function EntitySignUp(ends: SignInCallbacks) {
  const [state, dispatch] = useReducer(signUpReducer, 'entity', startSignUp);
  const [failedSignIn, setFailedSignIn] = useState<string>();
  const { draft, keep } = useDraft();
  if (failedSignIn !== undefined) return <CabinetCreated type="entity" cause={failedSignIn} />;
  const foot = (
    <>
      <Link to="/sign-in/entity">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'entity' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/person">{text.forPerson}</Link>
    </>
  );
  const props = { state, dispatch, draft, keep, progress: progressOf(steps, state.step), foot };
  switch (state.step) {
    case 'contract':
      return <ContractStep key="contract" {...props} />;
    case 'contact':
      return <EntityContactStep key="contact" {...props} />;
    case 'code':
      return <CodeStep key="code" {...props} owner={{ userType: 'entity', phone: state.codeFor }} />;
    case 'finish':
      return (
        <EntityFinish
          key="finish"
          {...props}
          ends={ends}
          steps={steps}
          fieldSteps={fieldSteps}
          onMade={setFailedSignIn}
        />
      );
  }
}
