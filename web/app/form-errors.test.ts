import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { AddObjectForm } from '#web/features/accounts/add-object-form.tsx';
import { CodeStep as RecoverCodeStep } from '#web/features/identity/recovery/code-step.tsx';
import { ContactStep } from '#web/features/identity/recovery/contact-step.tsx';
import { PasswordStep } from '#web/features/identity/recovery/password-step.tsx';
import {
  type RecoverEvent,
  recoverReducer,
  startRecover,
} from '#web/features/identity/recovery/recover-steps.ts';
import { SecondStep } from '#web/features/identity/second-factor/second-step.tsx';
import type { Profile } from '#web/features/identity/settings/api.ts';
import { ContactCodeStep } from '#web/features/identity/settings/contact-code-step.tsx';
import { NamesForm } from '#web/features/identity/settings/names-form.tsx';
import { PasswordForm } from '#web/features/identity/settings/password-form.tsx';
import { SecondFactorOffForm } from '#web/features/identity/settings/second-factor-off-form.tsx';
import { AdminForm } from '#web/features/identity/sign-in/admin-form.tsx';
import { CodeEntry } from '#web/features/identity/sign-in/code-entry.tsx';
import { SignInForm } from '#web/features/identity/sign-in/sign-in-form.tsx';
import { text as signInText } from '#web/features/identity/sign-in/text.ts';
import { CodeStep } from '#web/features/identity/sign-up/code-step.tsx';
import { ContractStep } from '#web/features/identity/sign-up/contract-step.tsx';
import { EntityFinish } from '#web/features/identity/sign-up/entity-finish.tsx';
import { PersonFinish } from '#web/features/identity/sign-up/person-finish.tsx';
import { PhoneStep } from '#web/features/identity/sign-up/phone-step.tsx';
import {
  type SignUpEvent,
  type SignUpState,
  signUpReducer,
  signUpSteps,
  startSignUp,
} from '#web/features/identity/sign-up/sign-up-steps.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import type { FormHandle, TypedValues } from '#web/lib/use-form.ts';
import type { Challenge } from '#web/session/sign-in.ts';
import { createAppRouter } from './router.tsx';

type Submit = (value: TypedValues) => Promise<Refusal | undefined>;

/** The form rendered last: its submit handler and the refusal to show. */
const form = vi.hoisted(() => ({
  submit: undefined as Submit | undefined,
  refusal: undefined as Refusal | undefined,
}));

// No DOM here: a form is rendered, its `submit` is called, and it is rendered again with the result.
vi.mock('#web/lib/use-form.ts', () => ({
  useForm(submit: Submit, refused: Refusal = { fields: {} }): FormHandle {
    form.submit = submit;
    const refusal = form.refusal ?? refused;
    return {
      busy: false,
      refusal,
      attempt: 1,
      errorOf: (field) => refusal.fields[field]?.text,
      formProps: { ref: { current: null }, noValidate: true, method: 'dialog', onSubmit: () => undefined },
    };
  },
}));
vi.mock('#web/lib/minimum-delay.ts', () => ({ withMinimumDelay: <T>(work: Promise<T>) => work }));
vi.mock('#web/lib/device-fields.ts', () => ({ deviceFields: () => ({ platform: 'web' }) }));

const phone = '+380501110001';
const secret = 'Тиха-річка-2026';
const params = { minutes: 15, phones: '0800300400', maskedPhone: '+380 50 ••• •• 01' };
const challenge: Challenge = {
  challenge: '00000000-0000-7000-8000-000000000000',
  method: 'sms',
  maskedPhone: params.maskedPhone,
  resendAfterSeconds: 60,
  expiresInSeconds: 300,
  message: '',
};
const nothing = () => undefined;

beforeEach(() => {
  form.submit = undefined;
  form.refusal = undefined;
});
afterEach(() => vi.unstubAllGlobals());

/** Makes every call fail with this code; returns its catalogue message. */
function refuseWith(code: MessageCode): string {
  const message = formatMessage(code, params);
  const body = { status: 'fail', code, message, reference: 'r', details: challenge };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 422 }));
  return message;
}

/** Renders an element, or the public page at an address, as on first load. */
async function draw(shown: ReactElement | string): Promise<string> {
  const path = typeof shown === 'string' ? shown : '/sign-in/person';
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  if (typeof shown === 'string') return renderToString(createElement(RouterProvider, { router }));
  const queries = createElement(QueryClientProvider, { client: new QueryClient() }, shown);
  const around = { router, children: queries };
  return renderToString(createElement(RouterContextProvider, around));
}

/** Submits the values and returns the form rendered with the result. */
async function send(shown: ReactElement | string, typed: Readonly<Record<string, string>>): Promise<string> {
  await draw(shown);
  form.refusal = await form.submit?.((name) => typed[name] ?? '');
  return draw(shown);
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** Text of the error summary above the form. */
function alertOf(html: string): string {
  return plain(/<div[^>]*role="alert"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '');
}

const ends = { onEntered: nothing, onChallenge: async () => undefined };
const byPhone = { phone, password: secret };
const byAccount = { account: '2390001111', password: secret, unique_code: 'SVITLO01' };

test.each([
  ['/sign-in/person', byPhone, 'identity.badCredentials'],
  ['/sign-in/person', byPhone, 'identity.attemptsExhausted'],
  ['/sign-in/entity', byAccount, 'identity.badCredentials'],
  ['/sign-in/entity', byAccount, 'identity.attemptsExhausted'],
] as const)('%s shows the error and keeps the password recovery link (%#)', async (path, typed, code) => {
  const words = refuseWith(code);
  const html = await send(path, typed);
  expect(alertOf(html)).toContain(words);
  expect(html).toContain(`href="/recover?type=${path.slice('/sign-in/'.length)}"`);
});

test.each(['identity.badCredentials', 'identity.attemptsExhausted'] as const)(
  'administrator sign-in shows %s',
  async (code) => {
    const words = refuseWith(code);
    const html = await send(createElement(AdminForm, ends), { login: 'owner', password: secret });
    expect(alertOf(html)).toContain(words);
  },
);

const codeEntry = createElement(CodeEntry, {
  ...ends,
  phone,
  seconds: 60,
  alreadySent: false,
  onAnotherPhone: nothing,
});

test.each(['identity.smsLoginFailed', 'identity.attemptsExhausted', 'identity.wrongCode'] as const)(
  'sign-in by code shows %s',
  async (code) => {
    const words = refuseWith(code);
    const html = await send(codeEntry, { code: 'AB3D' });
    expect(alertOf(html)).toContain(words);
    expect(plain(html)).not.toContain(signInText.signInByPassword);
  },
);

test('sign-in by code shows identity.passwordNeeded with a link to sign-in by password', async () => {
  const words = refuseWith('identity.passwordNeeded');
  const html = await send(codeEntry, { code: 'AB3D' });
  expect(alertOf(html)).toContain(words);
  const link = /<a[^>]*href="\/sign-in\/person"[^>]*>(.*?)<\/a>/.exec(html);
  expect(link?.[1]).toBe(signInText.signInByPassword);
});

test.each(['identity.dualAuth', 'identity.totpRequired'] as const)(
  'second step shows the message of %s',
  async (code) => {
    const words = refuseWith(code);
    let received = challenge;
    const onChallenge = async (given: Challenge) => {
      received = given;
    };
    await send(createElement(SignInForm, { ...ends, onChallenge }), byPhone);
    expect(form.refusal).toBeUndefined();
    const step = createElement(SecondStep, { ...ends, challenge: received, onBack: nothing });
    expect(plain(await draw(step))).toContain(words);
    const exhausted = refuseWith('identity.attemptsExhausted');
    expect(alertOf(await send(step, { code: 'AB3D' }))).toContain(exhausted);
  },
);

const draft = { ...byAccount, edrpou: '44702151', email: 'a@b.example', phone: '50 111 00 01' };
const person = {
  surname: 'Лісова',
  name: 'Мар’яна',
  middle_n: 'Тарасівна',
  email: 'a@b.example',
  password: secret,
  consent: 'on',
};
const fieldSteps = { account: 'contract', unique_code: 'contract', phone: 'contact', code: 'code' } as const;

/** Props of a sign-up step with a real reducer, and its current state. */
function signUpStep(type: 'person' | 'entity') {
  const flow: { state: SignUpState } = { state: startSignUp(type) };
  const dispatch = (event: SignUpEvent) => {
    flow.state = signUpReducer(flow.state, event);
  };
  const props = () => ({
    state: flow.state,
    dispatch,
    draft,
    keep: nothing,
    progress: '',
    foot: null,
    ends,
    steps: signUpSteps[type],
    fieldSteps,
    onMade: nothing,
  });
  return { flow, props };
}

test('person sign-up returns to the phone step on identity.phoneTaken, from the code and from the last step', async () => {
  const owner = { userType: 'person', phone } as const;
  for (const step of ['code', 'finish'] as const) {
    const { flow, props } = signUpStep('person');
    const words = refuseWith('identity.phoneTaken');
    if (step === 'code') await send(createElement(CodeStep, { ...props(), owner }), { code: 'AB3D' });
    else await send(createElement(PersonFinish, { ...props(), phone }), person);
    expect(flow.state.step).toBe('contact');
    const html = await draw(createElement(PhoneStep, props()));
    expect(alertOf(html)).toContain(words);
    expect(html).toContain('href="#phone"');
  }
});

test.each([
  ['accounts.codeMismatch', 'unique_code'],
  ['accounts.noContract', 'account'],
  ['identity.entityTaken', 'account'],
] as const)('entity sign-up shows %s at the field of the contract step', async (code, field) => {
  const { flow, props } = signUpStep('entity');
  const words = refuseWith(code);
  await send(createElement(EntityFinish, props()), { password: secret, consent: 'on' });
  expect(flow.state.step).toBe('contract');
  const html = await draw(createElement(ContractStep, props()));
  expect(alertOf(html)).toContain(words);
  expect(html).toContain(`href="#${field}"`);
});

test('sign-up shows identity.attemptsExhausted, and the consent error from the catalogue', async () => {
  const { props } = signUpStep('person');
  const words = refuseWith('identity.attemptsExhausted');
  const owner = { userType: 'person', phone } as const;
  const atCode = await send(createElement(CodeStep, { ...props(), owner }), { code: 'AB3D' });
  expect(alertOf(atCode)).toContain(words);
  form.refusal = undefined;
  const atEnd = await send(createElement(PersonFinish, { ...props(), phone }), person);
  expect(alertOf(atEnd)).toContain(words);
  expect(plain(atEnd)).toContain(formatMessage('identity.consent'));
  form.refusal = undefined;
  const ofEntity = await draw(createElement(EntityFinish, signUpStep('entity').props()));
  expect(plain(ofEntity)).toContain(formatMessage('identity.consent'));
});

test('password recovery shows code errors at the code step, also when the last step finds them', async () => {
  const owner = { userType: 'person', phone } as const;
  const flow = { state: startRecover };
  const dispatch = (event: RecoverEvent) => {
    flow.state = recoverReducer(flow.state, event);
  };
  const props = () => ({ owner, state: flow.state, dispatch, foot: null });
  for (const code of ['identity.attemptsExhausted', 'identity.wrongCode'] as const) {
    const words = refuseWith(code);
    expect(alertOf(await send(createElement(RecoverCodeStep, props()), { code: 'AB3D' }))).toContain(words);
    form.refusal = undefined;
    await send(createElement(PasswordStep, props()), { password: secret });
    expect(flow.state.step).toBe('code');
    expect(alertOf(await draw(createElement(RecoverCodeStep, props())))).toContain(words);
  }
});

const wait = { seconds: 60, alreadySent: false };

test('password recovery by e-mail shows the error at the contact step with the e-mail selected', async () => {
  const owner = { userType: 'person', phone } as const;
  for (const Step of [RecoverCodeStep, PasswordStep]) {
    const flow = { state: recoverReducer(startRecover, { type: 'codeSent', owner, wait }) };
    const dispatch = (event: RecoverEvent) => {
      flow.state = recoverReducer(flow.state, event);
    };
    const words = refuseWith('identity.recoverByEmail');
    await send(createElement(Step, { owner, state: flow.state, dispatch, foot: null }), {
      code: 'AB3D',
      password: secret,
    });
    expect(flow.state.step).toBe('contact');
    const props = { type: 'person', state: flow.state, dispatch, foot: null } as const;
    const html = await draw(createElement(ContactStep, props));
    expect(alertOf(html)).toContain(words);
    expect(html).toContain('id="email"');
  }
});

const profile = {
  type: 'person',
  phone,
  email: 'a@b.example',
  emailConfirmed: true,
  surname: person.surname,
  name: person.name,
  middleName: person.middle_n,
  passwordChangedAt: null,
  secondFactor: 'sms',
  phoneGuarded: true,
  consents: [],
} as const satisfies Profile;

const contactStep = (kind: 'phone' | 'email') =>
  createElement(ContactCodeStep, {
    kind,
    userType: 'person',
    sent: { contact: kind === 'phone' ? '+380501110002' : 'c@d.example', resendAfterSeconds: 60 },
    onChanged: nothing,
    onCancel: nothing,
  });
const ofContact = {
  'phone-code': 'AB3D',
  'phone-password': secret,
  'email-code': 'AB3D',
  'email-password': secret,
};
const ofFactorOff = { 'factor-off-password': secret, 'factor-off-code': 'AB3D' };
const factorOff = createElement(SecondFactorOffForm, {
  method: 'sms',
  onTurnedOff: nothing,
  onCancel: nothing,
});
const passwordForm = createElement(PasswordForm, { profile, onChanged: nothing, onCancel: nothing });

test.each([
  ['phone', contactStep('phone'), ofContact, 'identity.phoneTaken'],
  ['phone', contactStep('phone'), ofContact, 'identity.attemptsExhausted'],
  ['e-mail', contactStep('email'), ofContact, 'identity.emailTaken'],
  ['names', createElement(NamesForm, { profile }), person, 'identity.confirmationNeeded'],
  ['password', passwordForm, { old_pass: 'стара', new_pass: secret }, 'identity.wrongPassword'],
  ['password', passwordForm, { old_pass: 'стара', new_pass: secret }, 'identity.attemptsExhausted'],
  ['second factor', factorOff, ofFactorOff, 'identity.secondFactorOff'],
  ['second factor', factorOff, ofFactorOff, 'identity.attemptsExhausted'],
] as const)('settings form of the %s shows the error (%#)', async (_, shown, typed, code) => {
  const words = refuseWith(code);
  expect(alertOf(await send(shown, typed))).toContain(words);
});

test.each([
  'accounts.alreadyAdded',
  'accounts.codeMismatch',
  'accounts.noContract',
  'identity.attemptsExhausted',
] as const)('AddObjectForm shows %s', async (code) => {
  const words = refuseWith(code);
  const form = createElement(AddObjectForm, { onAdded: nothing });
  expect(alertOf(await send(form, { account: '2390001111', code: 'FLAT0001' }))).toContain(words);
});
