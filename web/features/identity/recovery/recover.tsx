import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { SentBefore } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { codeField, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import { codeText } from '#web/lib/form/form-text.ts';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { showContact } from '#web/lib/form/sent-code.ts';
import type { StepFacts, StepTable } from '#web/lib/form/steps/step-table.ts';
import { fullPhone, keepTypedPhone, lastTypedPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { unfinishedForm } from '#web/session/unfinished-form.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { emailInput, TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { type CodeOwner, contactOf, proveCode, requestCode, savePassword } from './api.ts';
import styles from './contact-choice.module.css';
import { text } from './text.ts';

type UserType = CodeOwner['userType'];

const { wanted } = text;

const account: FormField = {
  name: 'account',
  wanted: wanted.account,
  ...ruledBy('account'),
  show: (control) => (
    <TextField
      {...control}
      label={text.account}
      hint={text.accountHint}
      inputMode="numeric"
      autoComplete="username"
    />
  ),
};

/** The choice of phone or e-mail for the code. */
const contactChoice = (isByEmail: boolean): FormField => ({
  name: 'where',
  show: ({ name }) => (
    <fieldset className={styles.choice}>
      <legend>{text.where}</legend>
      {[false, true].map((email) => (
        <label key={String(email)} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={email ? 'email' : 'phone'}
            defaultChecked={email === isByEmail}
          />
          {email ? text.byEmail : text.byPhone}
        </label>
      ))}
    </fieldset>
  ),
});

const phone: FormField = {
  name: 'phone',
  wanted: wanted.phone,
  ...ruledBy('phone'),
  read: fullPhone,
  show: (control) => (
    <PhoneField
      {...control}
      label={text.phone}
      hint={text.phoneHint}
      prefix={text.phonePrefix}
      ref={keepTypedPhone}
      defaultValue={lastTypedPhone() || control.defaultValue}
    />
  ),
};

const email: FormField = {
  name: 'email',
  wanted: wanted.email,
  ...ruledBy('email'),
  show: (control) => (
    <TextField {...control} {...emailInput} label={text.email} hint={text.emailHint} autoComplete="email" />
  ),
};

const code = ({ wait }: StepFacts) =>
  codeField({ name: 'code', label: text.code, isNumeric: wait.isNumeric, isAlone: true });

const codeAgain = ({ wait }: StepFacts) =>
  codeField({ name: 'code', label: text.code, isNumeric: wait.isNumeric, hint: codeText.again });

/** Failure codes shown at the code field. */
const places = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.attemptsExhausted': 'code',
  },
};

const restarts = { 'identity.recoverByEmail': { to: 'contact', typed: { where: 'email' } } } as const;

const keptAs = (type: UserType) => unfinishedForm(`recover-${type}`, 'where', 'account', 'phone', 'email');
const kept = { person: keptAs('person'), entity: keptAs('entity') };

/** The steps of a password reset. The texts do not reveal whether the contact is known. */
function recoverySteps(type: UserType): StepTable<'contact' | 'code' | 'password' | 'done'> {
  const ownerOf = (value: TypedValues): CodeOwner => ({
    userType: type,
    ...(value('where') === 'email' ? { email: value('email') } : { phone: value('phone') }),
    ...(type === 'entity' && { account: value('account') }),
  });
  return {
    start: 'contact',
    keepsTyped: true,
    kept: kept[type],
    requestCode: (value) => requestCode(ownerOf(value)),
    steps: {
      contact: {
        title: text.title,
        lead: text.lead[type],
        fields: ({ value }) => {
          const isByEmail = value('where') === 'email';
          const contact = [contactChoice(isByEmail), isByEmail ? email : phone];
          return type === 'entity' ? [account, ...contact] : contact;
        },
        problems: text.problems,
        submit: text.getCode,
        busy: text.gettingCode,
        codeFor: ['where', 'account', 'phone', 'email'],
        next: 'code',
      },
      code: {
        title: text.codeTitle,
        lead: ({ value, wait }) => {
          const contact = { contact: showContact(contactOf(ownerOf(value))) };
          if (!wait.alreadySent) return formatText(text.codeLead, contact);
          return <SentBefore where={formatText(text.codeAlreadySent, contact)} seconds={wait.seconds} />;
        },
        fields: (facts) => [code(facts)],
        problems: text.codeProblems,
        submit: text.confirm,
        busy: text.confirming,
        resend: text,
        places,
        restarts,
        send: (value) => proveCode(ownerOf(value), value('code')),
        next: 'password',
        back: { to: 'contact', label: text.back },
      },
      password: {
        title: text.passwordTitle,
        lead: text.passwordLead,
        codeAgain,
        fields: ({ value }) => {
          const owner = ownerOf(value);
          return [
            newPasswordField({
              name: 'password',
              wanted: wanted.password,
              label: text.newPassword,
              known: () => [contactOf(owner), owner.account ?? ''],
            }),
          ];
        },
        problems: text.saveProblems,
        submit: text.save,
        busy: text.saving,
        places,
        restarts,
        send: (value) => savePassword(ownerOf(value), value('code'), value('password')),
        next: 'done',
      },
      done: {
        title: text.doneTitle,
        lead: text.doneLead,
        end: (
          <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
            {text.toSignIn}
          </Link>
        ),
      },
    },
  };
}

/** The password reset: contact, code, new password. Source: product.md 4. */
export function Recover({ type }: { type: UserType }) {
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
  return <FormSteps {...recoverySteps(type)} card={{ suffix: text.product, foot }} />;
}
