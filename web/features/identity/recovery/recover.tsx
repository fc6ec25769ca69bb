import { Link } from '@tanstack/react-router';
import { type ReactNode, useReducer, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { AnotherCode } from '#web/lib/form/another-code.tsx';
import {
  type FormPlaces,
  type Refusal,
  refusalOfChecks,
  refusalOfFailure,
  summaryOf,
} from '#web/lib/form/form-problems.ts';
import { checkNewPassword, NewPasswordField } from '#web/lib/form/new-password-field.tsx';
import { type CodeWait, isCodeWait, useSentCode } from '#web/lib/form/sent-code.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone, plainAccount } from '#web/lib/form/typed-values.ts';
import { useForm } from '#web/lib/form/use-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { groupPhoneDigits, PhoneField } from '#web/ui/form/phone-field.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { type CodeOwner, contactOf, proveCode, requestCode, savePassword } from './api.ts';
import contactChoiceStyles from './contact-choice.module.css';
import styles from './recover-form.module.css';
import { text } from './text.ts';

/** The state of a password reset. */
interface RecoverState {
  readonly step: 'contact' | 'code' | 'password' | 'done';
  /** Whom the last code was sent to; undefined before the first. */
  readonly owner: CodeOwner | undefined;
  readonly wait: CodeWait;
  /** The code verified by the server; '' until then. */
  readonly provenCode: string;
  /** Why the user was returned to this step. */
  readonly refusal: Refusal | undefined;
}

export type RecoverEvent =
  | { type: 'codeSent'; owner: CodeOwner; wait: CodeWait }
  | { type: 'codeAwaited' }
  | { type: 'codeProven'; code: string }
  | { type: 'codeRefused'; refusal: Refusal }
  | { type: 'emailNeeded'; refusal: Refusal }
  | { type: 'saved' }
  | { type: 'back' };

const noWait: CodeWait = { seconds: 0, alreadySent: false };

export const startRecover: RecoverState = {
  step: 'contact',
  owner: undefined,
  wait: noWait,
  provenCode: '',
  refusal: undefined,
};

/** Whether a code for this owner was already sent or verified, so that none is needed. */
export function isCodeSentTo({ owner }: RecoverState, requested: CodeOwner): boolean {
  return (
    owner !== undefined &&
    contactOf(owner) === contactOf(requested) &&
    owner.account === requested.account &&
    owner.userType === requested.userType
  );
}

/** The next state. A code refused by the server is cleared, and a new one may be requested at once. */
export function recoverReducer(state: RecoverState, event: RecoverEvent): RecoverState {
  const calm = { ...state, refusal: undefined };
  switch (event.type) {
    case 'codeSent': {
      const { owner, wait } = event;
      return {
        ...calm,
        step: 'code',
        owner,
        wait,
        provenCode: '',
      };
    }
    case 'codeAwaited':
      return { ...calm, step: state.provenCode ? 'password' : 'code' };
    case 'codeProven':
      return { ...calm, step: 'password', provenCode: event.code };
    case 'codeRefused':
      return {
        ...state,
        step: 'code',
        provenCode: '',
        wait: noWait,
        refusal: event.refusal,
      };
    case 'emailNeeded':
      return { ...startRecover, refusal: event.refusal };
    case 'saved':
      return { ...startRecover, step: 'done' };
    case 'back':
      return { ...calm, step: 'contact' };
  }
}

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
function ContactStep({ type, state, dispatch, foot }: ContactStepProps) {
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

/** Failure codes shown at the code field. */
const codeFields: FormPlaces = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.attemptsExhausted': 'code',
  },
};

interface CodeStepProps {
  owner: CodeOwner;
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** The step that takes the code. The texts do not reveal whether the contact is known. */
function CodeStep({ owner, state, dispatch, foot }: CodeStepProps) {
  const { wait } = state;
  const contact = { contact: shownContact(owner) };
  const alreadySentText = useSentCode(formatText(text.codeAlreadySent, contact), wait.seconds);
  const { busy, refusal, attempt, errorOf, formProps } = useForm(async (value) => {
    const code = value('code');
    const refused = refusalOfChecks({ code: checkField('code', code) });
    if (refused) return refused;
    const answer = await proveCode(owner, code);
    if (answer?.code === 'identity.recoverByEmail') {
      dispatch({ type: 'emailNeeded', refusal: refusalOfFailure(answer) });
      return undefined;
    }
    if (answer) return refusalOfFailure(answer, codeFields);
    dispatch({ type: 'codeProven', code });
    return undefined;
  }, state.refusal);

  return (
    <AuthCard
      title={text.codeTitle}
      suffix={text.product}
      lead={wait.alreadySent ? alreadySentText : formatText(text.codeLead, contact)}
      foot={foot}
    >
      <form className={styles.form} {...formProps}>
        <ErrorSummary
          title={text.codeProblems}
          items={summaryOf(refusal, { code: text.wanted.code })}
          attempt={attempt}
        />
        <CodeField id="code" name="code" label={text.code} hint={text.codeHint} error={errorOf('code')} />
        <Button kind="lamp" type="submit" wide busy={busy}>
          {busy ? text.confirming : text.confirm}
        </Button>
        <AnotherCode
          seconds={wait.seconds}
          ask={() => requestCode(owner)}
          words={text}
          onSent={(next) => dispatch({ type: 'codeSent', owner, wait: next })}
          aside={
            <Button kind="plain" onClick={() => dispatch({ type: 'back' })}>
              {text.back}
            </Button>
          }
        />
      </form>
    </AuthCard>
  );
}

function shownContact({ phone, email = '' }: CodeOwner): string {
  return phone === undefined ? email : `+380 ${groupPhoneDigits(phone.slice(text.phonePrefix.length))}`;
}

interface PasswordStepProps {
  owner: CodeOwner;
  state: RecoverState;
  dispatch: (event: RecoverEvent) => void;
  foot: ReactNode;
}

/** The step that takes the new password. A code that has expired meanwhile leads back to its step. */
function PasswordStep({ owner, state, dispatch, foot }: PasswordStepProps) {
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

/** The password reset: contact, code, new password. Source: product.md 4. */
export function Recover({ type }: { type: 'person' | 'entity' }) {
  const [state, dispatch] = useReducer(recoverReducer, startRecover);
  const { step, owner } = state;
  if (step === 'done') {
    return (
      <AuthCard title={text.doneTitle} suffix={text.product} lead={text.doneLead}>
        <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
          {text.toSignIn}
        </Link>
      </AuthCard>
    );
  }
  const foot = (
    <>
      <Link to={`/sign-in/${type}`}>{text.remembered}</Link>
      <Link to="/recover" search={{ type: type === 'person' ? 'entity' : 'person' }}>
        {text.otherType[type]}
      </Link>
      <p>{text.help}</p>
      <Link to="/" hash="contacts">
        {text.contacts}
      </Link>
    </>
  );
  if (owner && step === 'code') {
    return <CodeStep key="code" owner={owner} state={state} dispatch={dispatch} foot={foot} />;
  }
  if (owner && step === 'password') {
    return <PasswordStep key="password" owner={owner} state={state} dispatch={dispatch} foot={foot} />;
  }
  return <ContactStep key="contact" type={type} state={state} dispatch={dispatch} foot={foot} />;
}
