import { Link } from '@tanstack/react-router';
import { checkField, type FieldName } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { SentBefore } from '#web/lib/form/another-code.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { codeField, FormSteps, ruledBy } from '#web/lib/form/form-step.tsx';
import { codeText } from '#web/lib/form/form-text.ts';
import { newPasswordField } from '#web/lib/form/new-password-field.tsx';
import { showContact } from '#web/lib/form/sent-code.ts';
import type { LastStep, Step, StepFacts, StepMove, StepTable } from '#web/lib/form/steps/step-table.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { unfinishedForm } from '#web/session/unfinished-form.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { emailInput, TextField } from '#web/ui/form/field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import {
  type CodeOwner,
  createEntity,
  createPerson,
  proveCode,
  requestCode,
  type SignUpResult,
} from './api.ts';
import { consentField } from './consent-field.tsx';
import { text } from './text.ts';

type UserType = CodeOwner['userType'];

const { wanted } = text;

/** A field of one line of text. */
function textField(
  name: FieldName & keyof typeof wanted,
  input: Omit<Parameters<typeof TextField>[0], 'name' | 'id'>,
): FormField {
  return {
    name,
    wanted: wanted[name],
    ...ruledBy(name),
    show: (control) => <TextField {...control} {...input} />,
  };
}

const phone: FormField = {
  name: 'phone',
  wanted: wanted.phone,
  ...ruledBy('phone'),
  read: fullPhone,
  show: (control) => (
    <PhoneField {...control} label={text.phone} hint={text.phoneHint} prefix={text.phonePrefix} />
  ),
};

const email = textField('email', {
  ...emailInput,
  label: text.email,
  hint: text.emailHint,
  autoComplete: 'email',
});

/** A household may have none. */
const personEmail: FormField = {
  ...email,
  check: (typed) => (typed === '' ? undefined : checkField('email', typed)),
  show: (control) => (
    <TextField
      {...control}
      {...emailInput}
      required={false}
      label={text.person.email}
      hint={text.person.emailHint}
      autoComplete="email"
    />
  ),
};

const names = [
  textField('surname', {
    label: text.surname,
    hint: text.surnameHint,
    autoComplete: 'family-name',
  }),
  textField('name', { label: text.name, autoComplete: 'given-name' }),
  textField('middle_n', { label: text.middleName, autoComplete: 'additional-name' }),
];

const contract = [
  textField('account', {
    label: text.account,
    hint: text.accountHint,
    inputMode: 'numeric',
    autoComplete: 'off',
  }),
  textField('unique_code', {
    label: text.uniqueCode,
    hint: text.uniqueCodeHint,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  }),
  textField('edrpou', {
    label: text.edrpou,
    hint: text.edrpouHint,
    inputMode: 'numeric',
    autoComplete: 'off',
  }),
];

const code = ({ wait }: StepFacts) =>
  codeField({ name: 'code', label: text.code, isNumeric: wait.isNumeric, isAlone: true });

const codeAgain = ({ wait }: StepFacts) =>
  codeField({ name: 'code', label: text.code, isNumeric: wait.isNumeric, hint: codeText.again });

/** A new password that has none of these values in it. */
const password = (value: TypedValues, known: readonly FieldName[]) =>
  newPasswordField({
    name: 'password',
    wanted: wanted.password,
    label: text.password,
    known: () => known.map(value),
    isKept: true,
  });

const consent = consentField(text.consentWanted);

/** Failure codes of a sign-up that belong to one field. */
const places = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.phoneTaken': 'phone',
    'accounts.codeMismatch': 'unique_code',
    'accounts.noContract': 'account',
    'identity.entityTaken': 'account',
  },
};

/** The step that has the code sent to the phone. */
const contactStep = {
  problems: text.problems,
  submit: text.getCode,
  busy: text.gettingCode,
  codeFor: ['phone'],
  next: 'code',
} as const;

/** The step that takes the code sent to the phone. A phone that already has a cabinet leads back to its step. */
const codeStep = (userType: UserType): Step<'contact' | 'finish'> => ({
  title: text.codeTitle,
  lead: ({ value, wait }) => {
    const shown = { phone: showContact(value('phone')) };
    if (!wait.alreadySent) return formatText(text.codeLead, shown);
    return <SentBefore where={formatText(text.codeAlreadySent, shown)} seconds={wait.seconds} />;
  },
  fields: (facts) => [code(facts)],
  problems: text.codeProblems,
  submit: text.confirm,
  busy: text.confirming,
  resend: text,
  places,
  send: (value) => proveCode({ userType, phone: value('phone') }, value('code')),
  next: 'finish',
  back: { to: 'contact', label: text.anotherPhone },
});

const finishStep = {
  problems: text.createProblems,
  submit: text.create,
  busy: text.creating,
  places,
} as const;

/** The cabinet was created but the sign-in failed: the user signs in by hand. */
const createdStep = (userType: UserType): LastStep => ({
  title: text.madeTitle,
  lead: ({ value }) => formatText(text.madeLead, { cause: value('cause') }),
  end: (
    <Link to={`/sign-in/${userType}`} className={buttonClass('lamp', true)}>
      {text.toSignIn}
    </Link>
  ),
});

/**
 * The call of a sign-up makes the cabinet and nothing else; the ordinary call signs in, so that sessions, attempts and
 * second steps begin in one place.
 */
async function finish(
  result: SignUpResult,
  ends: SignInCallbacks,
): Promise<ApiFailure | StepMove<'created'> | undefined> {
  if (result.kind === 'refused') return result.failure;
  const failure = await finishSignIn(result.signInResult, ends);
  return failure && { to: 'created', values: { cause: failure.message } };
}

const kept = unfinishedForm('sign-up', 'phone', 'surname', 'name', 'middle_n', 'email');

function personSteps(ends: SignInCallbacks): StepTable<'contact' | 'code' | 'finish' | 'created'> {
  return {
    start: 'contact',
    keepsTyped: true,
    kept,
    requestCode: (value) => requestCode({ userType: 'person', phone: value('phone') }),
    steps: {
      contact: {
        ...contactStep,
        title: text.person.contactTitle,
        lead: text.person.contactLead,
        fields: [phone],
      },
      code: codeStep('person'),
      finish: {
        ...finishStep,
        title: text.person.finishTitle,
        codeAgain,
        fields: ({ value }) => [
          ...names,
          personEmail,
          password(value, ['phone', 'email', 'surname', 'name', 'middle_n']),
          consent,
        ],
        send: async (value) => {
          const agreement = {
            phone: value('phone'),
            ...(value('email') !== '' && { email: value('email') }),
            surname: value('surname'),
            name: value('name'),
            middle_n: value('middle_n'),
            code: value('code'),
          };
          return finish(await createPerson(agreement, value('password')), ends);
        },
        back: { to: 'contact', label: text.anotherPhone },
      },
      created: createdStep('person'),
    },
  };
}

function entitySteps(
  ends: SignInCallbacks,
): StepTable<'contract' | 'contact' | 'code' | 'finish' | 'created'> {
  return {
    start: 'contract',
    keepsTyped: true,
    requestCode: (value) => requestCode({ userType: 'entity', phone: value('phone') }),
    steps: {
      contract: {
        title: text.entity.contractTitle,
        lead: text.entity.contractLead,
        fields: contract,
        problems: text.problems,
        submit: text.next,
        busy: text.next,
        next: 'contact',
      },
      contact: {
        ...contactStep,
        title: text.entity.contactTitle,
        lead: text.entity.contactLead,
        fields: [email, phone],
        back: { to: 'contract', label: text.back },
      },
      code: codeStep('entity'),
      finish: {
        ...finishStep,
        title: text.entity.finishTitle,
        lead: ({ value }) => formatText(text.entity.finishLead, { account: value('account') }),
        fields: ({ value }) => [password(value, ['phone', 'email', 'account', 'edrpou']), consent],
        send: async (value) => {
          const agreement = {
            account: value('account'),
            unique_code: value('unique_code'),
            edrpou: value('edrpou'),
            email: value('email'),
            phone: value('phone'),
            code: value('code'),
          };
          return finish(await createEntity(agreement, value('password')), ends);
        },
        back: { to: 'contact', label: text.back },
      },
      created: createdStep('entity'),
    },
  };
}

/** The sign-up of a person: phone, code, then names, e-mail, password and consent. Source: product.md 4. */
export function PersonSignUp(ends: SignInCallbacks) {
  const foot = (
    <>
      <Link to="/sign-in/person">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'person' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/entity">{text.forEntity}</Link>
    </>
  );
  return <FormSteps {...personSteps(ends)} card={{ suffix: text.product, progress: text.progress, foot }} />;
}

/** The sign-up of an entity: contract, contacts with a code, then password and consent. Source: product.md 4. */
export function EntitySignUp(ends: SignInCallbacks) {
  const foot = (
    <>
      <Link to="/sign-in/entity">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'entity' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/person">{text.forPerson}</Link>
    </>
  );
  return <FormSteps {...entitySteps(ends)} card={{ suffix: text.product, progress: text.progress, foot }} />;
}
