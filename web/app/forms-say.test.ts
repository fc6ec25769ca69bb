import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { AddObjectForm } from '#web/features/objects/add-object-form.tsx';
import { CodeStep as RecoverCodeStep } from '#web/features/recover/code-step.tsx';
import { ContactStep } from '#web/features/recover/contact-step.tsx';
import { PasswordStep } from '#web/features/recover/password-step.tsx';
import { type RecoverEvent, recoverReducer, startRecover } from '#web/features/recover/recover-steps.ts';
import { SecondStep } from '#web/features/second-factor/second-step.tsx';
import type { Profile } from '#web/features/settings/api.ts';
import { ContactCodeStep } from '#web/features/settings/contact-code-step.tsx';
import { NamesForm } from '#web/features/settings/names-form.tsx';
import { PasswordForm } from '#web/features/settings/password-form.tsx';
import { SecondFactorOffForm } from '#web/features/settings/second-factor-off-form.tsx';
import { AdminForm } from '#web/features/sign-in/admin-form.tsx';
import { CodeEntry } from '#web/features/sign-in/code-entry.tsx';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { text as signInText } from '#web/features/sign-in/text.ts';
import { CodeStep } from '#web/features/sign-up/code-step.tsx';
import { ContractStep } from '#web/features/sign-up/contract-step.tsx';
import { EntityFinish } from '#web/features/sign-up/entity-finish.tsx';
import { PersonFinish } from '#web/features/sign-up/person-finish.tsx';
import { PhoneStep } from '#web/features/sign-up/phone-step.tsx';
import {
  type SignUpEvent,
  type SignUpState,
  signUpReducer,
  signUpSteps,
  startSignUp,
} from '#web/features/sign-up/sign-up-steps.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import type { FormHandle, TypedValues } from '#web/lib/use-form.ts';
import type { Challenge } from '#web/session/come-in.ts';
import { createAppRouter } from './router.tsx';

type Submit = (value: TypedValues) => Promise<Refusal | undefined>;

/** The form that was drawn last: what a press of its button does, and what it was refused for. */
const form = vi.hoisted(() => ({
  submit: undefined as Submit | undefined,
  refusal: undefined as Refusal | undefined,
}));

// There is no browser here: a form is drawn, its `submit` is called, and it is drawn again with what that gave.
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

/** Every call is refused with this code, in the words of the catalogue. */
function refuseWith(code: MessageCode): string {
  const message = formatMessage(code, params);
  const body = { status: 'fail', code, message, reference: 'r', details: challenge };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 422 }));
  return message;
}

/** An element, or the public page at an address, as the app would first show it. */
async function draw(shown: ReactElement | string): Promise<string> {
  const path = typeof shown === 'string' ? shown : '/sign-in/person';
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  if (typeof shown === 'string') return renderToString(createElement(RouterProvider, { router }));
  const queries = createElement(QueryClientProvider, { client: new QueryClient() }, shown);
  const around = { router, children: queries };
  return renderToString(createElement(RouterContextProvider, around));
}

/** What is typed is sent and answered; the form as it then stands. */
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

/** The words of the summary above the form. */
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
] as const)('%s says why, and the way to a new password stays in sight', async (path, typed, code) => {
  const words = refuseWith(code);
  const html = await send(path, typed);
  expect(alertOf(html)).toContain(words);
  expect(html).toContain(`href="/recover?type=${path.slice('/sign-in/'.length)}"`);
});

test.each(['identity.badCredentials', 'identity.attemptsExhausted'] as const)(
  'the way in of those who work for the supplier says %s',
  async (code) => {
    const words = refuseWith(code);
    const html = await send(createElement(AdminForm, ends), { login: 'owner', password: secret });
    expect(alertOf(html)).toContain(words);
  },
);

const codeEntry = createElement(CodeEntry, {
  ...ends,
  phone,
  resendAfterSeconds: 60,
  onAnotherPhone: nothing,
});

test.each(['identity.smsLoginFailed', 'identity.attemptsExhausted', 'identity.wrongCode'] as const)(
  'the way in by a code says %s',
  async (code) => {
    const words = refuseWith(code);
    const html = await send(codeEntry, { code: 'AB3D' });
    expect(alertOf(html)).toContain(words);
    expect(plain(html)).not.toContain(signInText.signInByPassword);
  },
);

test('who needs the password, too, is told so and led to it', async () => {
  const words = refuseWith('identity.passwordNeeded');
  const html = await send(codeEntry, { code: 'AB3D' });
  expect(alertOf(html)).toContain(words);
  const link = /<a[^>]*href="\/sign-in\/person"[^>]*>(.*?)<\/a>/.exec(html);
  expect(link?.[1]).toBe(signInText.signInByPassword);
});

test.each(['identity.dualAuth', 'identity.totpRequired'] as const)(
  'a second step begins with the words of %s',
  async (code) => {
    const words = refuseWith(code);
    let asked = challenge;
    const onChallenge = async (given: Challenge) => {
      asked = given;
    };
    await send(createElement(SignInForm, { ...ends, onChallenge }), byPhone);
    expect(form.refusal).toBeUndefined();
    const step = createElement(SecondStep, { ...ends, challenge: asked, onBack: nothing });
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

/** A step of a sign-up, and the state to which it has led. */
function signUpStep(type: 'person' | 'entity') {
  const way: { state: SignUpState } = { state: startSignUp(type) };
  const dispatch = (event: SignUpEvent) => {
    way.state = signUpReducer(way.state, event);
  };
  const props = () => ({
    state: way.state,
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
  return { way, props };
}

test('a phone that has a cabinet is told at the phone, whether at its code or at the end', async () => {
  const owner = { userType: 'person', phone } as const;
  for (const step of ['code', 'finish'] as const) {
    const { way, props } = signUpStep('person');
    const words = refuseWith('identity.phoneTaken');
    if (step === 'code') await send(createElement(CodeStep, { ...props(), owner }), { code: 'AB3D' });
    else await send(createElement(PersonFinish, { ...props(), phone }), person);
    expect(way.state.step).toBe('contact');
    const html = await draw(createElement(PhoneStep, props()));
    expect(alertOf(html)).toContain(words);
    expect(html).toContain('href="#phone"');
  }
});

test.each([
  ['accounts.codeMismatch', 'unique_code'],
  ['accounts.noContract', 'account'],
  ['identity.entityTaken', 'account'],
] as const)('the sign-up of an entity says %s where the contract is typed', async (code, field) => {
  const { way, props } = signUpStep('entity');
  const words = refuseWith(code);
  await send(createElement(EntityFinish, props()), { password: secret, consent: 'on' });
  expect(way.state.step).toBe('contract');
  const html = await draw(createElement(ContractStep, props()));
  expect(alertOf(html)).toContain(words);
  expect(html).toContain(`href="#${field}"`);
});

test('a sign-up says that the attempts are exhausted, and asks for the consent in the words of the catalogue', async () => {
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

test('the recovery of a password says at the code what is wrong with it, also when it is found at the end', async () => {
  const owner = { userType: 'person', phone } as const;
  const way = { state: startRecover };
  const dispatch = (event: RecoverEvent) => {
    way.state = recoverReducer(way.state, event);
  };
  const props = () => ({ owner, state: way.state, dispatch, foot: null });
  for (const code of ['identity.attemptsExhausted', 'identity.wrongCode'] as const) {
    const words = refuseWith(code);
    expect(alertOf(await send(createElement(RecoverCodeStep, props()), { code: 'AB3D' }))).toContain(words);
    form.refusal = undefined;
    await send(createElement(PasswordStep, props()), { password: secret });
    expect(way.state.step).toBe('code');
    expect(alertOf(await draw(createElement(RecoverCodeStep, props())))).toContain(words);
  }
});

test('a recovery that takes the e-mail says so where the contact is chosen, the e-mail chosen already', async () => {
  const owner = { userType: 'person', phone } as const;
  for (const Step of [RecoverCodeStep, PasswordStep]) {
    const way = { state: recoverReducer(startRecover, { type: 'codeSent', owner, resendAfterSeconds: 60 }) };
    const dispatch = (event: RecoverEvent) => {
      way.state = recoverReducer(way.state, event);
    };
    const words = refuseWith('identity.recoverByEmail');
    await send(createElement(Step, { owner, state: way.state, dispatch, foot: null }), {
      code: 'AB3D',
      password: secret,
    });
    expect(way.state.step).toBe('contact');
    const props = { type: 'person', state: way.state, dispatch, foot: null } as const;
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
] as const)('the settings of the %s say why: %#', async (_, shown, typed, code) => {
  const words = refuseWith(code);
  expect(alertOf(await send(shown, typed))).toContain(words);
});

test.each([
  'accounts.alreadyAdded',
  'accounts.codeMismatch',
  'accounts.noContract',
  'identity.attemptsExhausted',
] as const)('an object that is not added: %s', async (code) => {
  const words = refuseWith(code);
  const form = createElement(AddObjectForm, { onAdded: nothing });
  expect(alertOf(await send(form, { account: '2390001111', code: 'FLAT0001' }))).toContain(words);
});
