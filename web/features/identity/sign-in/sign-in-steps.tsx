import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { SentBefore } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { codeField, FormStep, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import { showContact } from '#web/lib/form/sent-code.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { unfinishedForm } from '#web/session/unfinished-form.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { requestCode, sendAdmin, sendCode, sendEntity } from './api.ts';
import { passwordField, phoneField } from './sign-in-form.tsx';
import { text } from './steps-text.ts';

const { wanted } = text;
const password: FormField = { ...passwordField, ...ruledBy('old_pass') };

const entityFields: readonly FormField[] = [
  {
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
  },
  password,
  {
    name: 'unique_code',
    wanted: wanted.unique_code,
    ...ruledBy('unique_code'),
    show: (control) => (
      <TextField
        {...control}
        label={text.uniqueCode}
        hint={text.uniqueCodeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    ),
  },
];

/** The sign-in form of an entity: account, password and unique code. Source: product.md 4. */
export function EntityForm(callbacks: SignInCallbacks) {
  return (
    <FormStep
      fields={entityFields}
      problems={text.problems}
      submit={text.submit}
      busy={text.submitting}
      send={async (value) =>
        finishSignIn(await sendEntity(value('account'), value('password'), value('unique_code')), callbacks)
      }
    />
  );
}

const adminFields: readonly FormField[] = [
  {
    name: 'login',
    wanted: wanted.login,
    ...ruledBy('login'),
    show: (control) => (
      <TextField
        {...control}
        label={text.login}
        hint={text.loginHint}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
    ),
  },
  password,
];

/** The sign-in form of the supplier's staff: login and password. */
export function AdminForm(callbacks: SignInCallbacks) {
  return (
    <FormStep
      fields={adminFields}
      problems={text.problems}
      submit={text.submit}
      busy={text.submitting}
      send={async (value) => finishSignIn(await sendAdmin(value('login'), value('password')), callbacks)}
    />
  );
}

const phone: FormField = {
  ...phoneField('tel-national'),
  ...ruledBy('phone'),
  read: fullPhone,
};

const kept = unfinishedForm('sign-in', 'phone');

/**
 * The sign-in by a code: the phone first, then the code. The typed number is kept on the way back. The texts do not
 * reveal whether the number is known.
 */
export function CodeForm(callbacks: SignInCallbacks) {
  return (
    <FormSteps<'phone' | 'code'>
      start="phone"
      keepsTyped
      kept={kept}
      requestCode={(value) => requestCode(value('phone'))}
      steps={{
        phone: {
          fields: [phone],
          problems: text.codeProblems,
          submit: text.getCode,
          busy: text.gettingCode,
          codeFor: ['phone'],
          next: 'code',
        },
        code: {
          takesFocus: true,
          fields: ({ value, wait }) => {
            const shown = { phone: showContact(value('phone')) };
            const where = formatText(text.codeAlreadySent, shown);
            return [
              codeField({
                name: 'code',
                label: text.code,
                isNumeric: wait.isNumeric,
                isAlone: true,
                hint: wait.alreadySent ? (
                  <SentBefore where={where} seconds={wait.seconds} />
                ) : (
                  formatText(text.codeSent, shown)
                ),
              }),
            ];
          },
          notice: ({ code }) =>
            code === 'identity.passwordNeeded' && (
              <Link
                to="/sign-in/person"
                search={({ return: returnTo }: { return?: string }) => (returnTo ? { return: returnTo } : {})}
                className={buttonClass('plain')}
              >
                {text.signInByPassword}
              </Link>
            ),
          problems: text.problems,
          submit: text.submit,
          busy: text.submitting,
          resend: text,
          places: {
            codes: {
              'identity.wrongCode': 'code',
              'identity.codeExpired': 'code',
              'identity.attemptsExhausted': 'code',
            },
          },
          send: async (value) => finishSignIn(await sendCode(value('phone'), value('code')), callbacks),
          back: { to: 'phone', label: text.anotherPhone },
        },
      }}
    />
  );
}
