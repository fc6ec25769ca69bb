import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addObject } from '#contract/accounts/accounts.ts';
import type { Call, OutputOf } from '#contract/define-call.ts';
import {
  changeEmail,
  changePassword,
  changePhone,
  getProfile,
  updateProfile,
} from '#contract/identity/profile.ts';
import { disableSecondFactor } from '#contract/identity/second-factor.ts';
import { passSecondFactor, signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from '#contract/identity/sign-up.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as addObjectText } from '#web/features/accounts/add-object/add-object-text.ts';
import { text as recoverText } from '#web/features/identity/recovery/text.ts';
import { text as settingsText } from '#web/features/identity/settings/text.ts';
import { text as signInText } from '#web/features/identity/sign-in/steps-text.ts';
import { text as signUpText } from '#web/features/identity/sign-up/text.ts';
import { answer, failure, payloadsOf } from '#web/testing/fake-api.ts';
import { fieldById, openAsPerson, openPage, signInAsPerson, submitForm } from '#web/testing/render.tsx';

const phone = '+380501110001';
const digits = '501110001';
const secret = 'Тиха-річка-2026';
const params = { minutes: 15, phones: '0800300400', maskedPhone: '+380 50 ••• •• 01' };
const challenge = {
  challenge: '00000000-0000-7000-8000-000000000000',
  method: 'sms',
  maskedPhone: params.maskedPhone,
  resendAfterSeconds: 60,
  expiresInSeconds: 300,
} as const;

/** Makes a call fail with this code; returns its text of the catalogue. */
function refuseWith(call: Call, code: MessageCode): string {
  answer(call, () => failure(code, params, challenge));
  return formatMessage(code, params);
}

/** Sends codes, and answers a typed one with the failure; without one it is right. Returns the failure's text. */
function answerCodes(code?: MessageCode): string {
  answer(authSms, (_, { password }) => {
    if (password === '') return { status: 'success', resendAfterSeconds: 60, expiresInSeconds: 300 };
    return code ? failure(code, params) : { status: 'success', proven: true };
  });
  return code ? formatMessage(code, params) : '';
}

/** Waits for the summary above the form; it has the focus. */
async function expectSummary(words: string): Promise<HTMLElement> {
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary.textContent).toContain(words));
  expect(document.activeElement).toBe(summary);
  return summary;
}

/** A problem of one field: a link to it in the summary, and words at the field itself. */
async function expectAtField(id: string, words: string, atField = words): Promise<void> {
  const summary = await expectSummary(words);
  expect(within(summary).getByText(words).getAttribute('href')).toBe(`#${id}`);
  const field = await fieldById(id);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((each) => document.getElementById(each)?.textContent)).toContain(atField);
}

const byPhone = { phone: digits, password: secret };
const byAccount = { account: '2390001111', password: secret, unique_code: 'SVITLO01' };
const byLogin = { login: 'owner', password: secret };

describe('sign-in', () => {
  test.each([
    ['/sign-in/person', byPhone, signInPerson, 'identity.badCredentials'],
    ['/sign-in/person', byPhone, signInPerson, 'identity.attemptsExhausted'],
    ['/sign-in/entity', byAccount, signInEntity, 'identity.badCredentials'],
    ['/sign-in/entity', byAccount, signInEntity, 'identity.attemptsExhausted'],
  ] as const)(
    '%s shows the error and keeps the password recovery link (%#)',
    async (path, typed, call, code) => {
      const words = refuseWith(call, code);
      const user = await openPage(path);
      await submitForm(user, typed);
      await expectSummary(words);
      const type = path.slice('/sign-in/'.length);
      expect(screen.getByText(signInText.forgot).getAttribute('href')).toBe(`/recover?type=${type}`);
    },
  );

  test.each(['identity.badCredentials', 'identity.attemptsExhausted'] as const)(
    'administrator sign-in shows %s',
    async (code) => {
      const words = refuseWith(signInAdmin, code);
      const user = await openPage('/admin');
      await submitForm(user, byLogin);
      await expectSummary(words);
    },
  );

  async function submitCode(code: MessageCode): Promise<string> {
    const words = answerCodes(code);
    const user = await openPage('/sign-in/person?way=code');
    await submitForm(user, { phone: digits });
    await submitForm(user, { code: 'AB3D' });
    return words;
  }

  test('sign-in by code shows identity.smsLoginFailed', async () => {
    await expectSummary(await submitCode('identity.smsLoginFailed'));
    expect(screen.queryByText(signInText.signInByPassword)).toBeNull();
  });

  test.each(['identity.attemptsExhausted', 'identity.wrongCode'] as const)(
    'sign-in by code shows %s at the code',
    async (code) => {
      await expectAtField('code', await submitCode(code));
      expect(screen.queryByText(signInText.signInByPassword)).toBeNull();
    },
  );

  test('sign-in by code shows identity.passwordNeeded with a link to sign-in by password', async () => {
    await expectSummary(await submitCode('identity.passwordNeeded'));
    expect(screen.getByText(signInText.signInByPassword).getAttribute('href')).toBe('/sign-in/person');
  });

  test.each(['identity.dualAuth', 'identity.totpRequired'] as const)(
    'second step shows the message of %s',
    async (code) => {
      const words = refuseWith(signInPerson, code);
      const user = await openPage('/sign-in/person');
      await submitForm(user, byPhone);
      await screen.findByText(words);
      expect(screen.queryByRole('alert')).toBeNull();
      const exhausted = refuseWith(passSecondFactor, 'identity.attemptsExhausted');
      await submitForm(user, { code: 'AB3D' });
      await expectAtField('code', exhausted);
      expect(payloadsOf(passSecondFactor)).toEqual([{ challenge: challenge.challenge, code: 'AB3D' }]);
    },
  );
});

const person = {
  surname: 'Лісова',
  name: 'Мар’яна',
  middle_n: 'Тарасівна',
  email: 'a@b.example',
  password: secret,
  consent: 'on',
};
const contract = { account: '2390001111', unique_code: 'SVITLO01', edrpou: '44702151' };
const entityContact = { email: 'a@b.example', phone: digits };

describe('sign-up', () => {
  test('person returns to the phone step on identity.phoneTaken of the code', async () => {
    const words = answerCodes('identity.phoneTaken');
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, { code: 'AB3D' });
    await expectAtField('phone', words);
  });

  test('person returns to the phone step on identity.phoneTaken of the last step', async () => {
    answerCodes();
    const words = refuseWith(applyAgreements, 'identity.phoneTaken');
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, { code: 'AB3D' });
    await submitForm(user, person);
    await expectAtField('phone', words);
  });

  test.each([
    ['accounts.codeMismatch', 'unique_code'],
    ['accounts.noContract', 'account'],
    ['identity.entityTaken', 'account'],
  ] as const)('entity sees %s at the field of the contract step', async (code, field) => {
    answerCodes();
    const words = refuseWith(signUpEntity, code);
    const user = await openPage('/sign-up/entity');
    await submitForm(user, contract);
    await submitForm(user, entityContact);
    await submitForm(user, { code: 'AB3D' });
    expect((await screen.findByLabelText(formatMessage('identity.consent'))).id).toBe('consent');
    await submitForm(user, { password: secret, consent: 'on' });
    await expectAtField(field, words);
  });

  test('person sees identity.attemptsExhausted at the code step', async () => {
    const words = answerCodes('identity.attemptsExhausted');
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, { code: 'AB3D' });
    await expectSummary(words);
    expect((await fieldById('code')).value).toBe('AB3D');
  });

  test('person sees identity.attemptsExhausted at the last step', async () => {
    answerCodes();
    const words = refuseWith(applyAgreements, 'identity.attemptsExhausted');
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, { code: 'AB3D' });
    expect((await screen.findByLabelText(formatMessage('identity.consent'))).id).toBe('consent');
    await submitForm(user, person);
    await expectSummary(words);
    expect(payloadsOf(applyAgreements)[0]).toMatchObject({ phone, code: 'AB3D', name: person.name });
  });
});

describe('password recovery', () => {
  test.each(['identity.attemptsExhausted', 'identity.wrongCode'] as const)(
    'shows %s at the code',
    async (code) => {
      const words = answerCodes(code);
      const user = await openPage('/recover');
      await submitForm(user, { phone: digits });
      await submitForm(user, { code: 'AB3D' });
      await expectAtField('code', words);
    },
  );

  test.each(['identity.attemptsExhausted', 'identity.wrongCode'] as const)(
    'returns to the code on %s of the last step',
    async (code) => {
      answerCodes();
      const words = refuseWith(recoverPassword, code);
      const user = await openPage('/recover');
      await submitForm(user, { phone: digits });
      await submitForm(user, { code: 'AB3D' });
      await submitForm(user, { password: secret });
      await expectAtField('code', words);
    },
  );

  test.each(['code', 'password'])(
    'returns from the %s step to the contact step with the e-mail selected on identity.recoverByEmail',
    async (step) => {
      const words = formatMessage('identity.recoverByEmail');
      answerCodes(step === 'code' ? 'identity.recoverByEmail' : undefined);
      answer(recoverPassword, () => failure('identity.recoverByEmail'));
      const user = await openPage('/recover');
      await submitForm(user, { phone: digits });
      await submitForm(user, { code: 'AB3D' });
      if (step === 'password') await submitForm(user, { password: secret });
      await fieldById('email');
      await expectSummary(words);
      expect(screen.getByLabelText<HTMLInputElement>(recoverText.byEmail).checked).toBe(true);
    },
  );
});

const profile: OutputOf<typeof getProfile>['profile'] = {
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
};

/** Opens a page of the settings; with the text of a button, presses it. */
async function openSettings(page: 'account' | 'personal-information', button?: string): Promise<UserEvent> {
  answer(getProfile, () => ({ status: 'success', profile }));
  const user = await openAsPerson(`/cabinet/person/settings/${page}`);
  if (button) await user.click(await screen.findByText(button));
  return user;
}

describe('settings', () => {
  test.each(['identity.phoneTaken', 'identity.attemptsExhausted'] as const)(
    'phone form shows %s',
    async (code) => {
      answerCodes();
      const words = refuseWith(changePhone, code);
      const user = await openSettings('account', settingsText.changePhone);
      await submitForm(user, { 'new-phone': '501110002' });
      await submitForm(user, { 'phone-code': 'AB3D', 'phone-password': secret, 'phone-factor-code': 'CD4E' });
      await expectSummary(words);
      expect(payloadsOf(changePhone)[0]).toMatchObject({ phone: '+380501110002', factorCode: 'CD4E' });
    },
  );

  test('e-mail form shows identity.emailTaken', async () => {
    answerCodes();
    const words = refuseWith(changeEmail, 'identity.emailTaken');
    const user = await openSettings('account', settingsText.changeEmail);
    await submitForm(user, { 'new-email': 'c@d.example' });
    await submitForm(user, { 'email-code': 'AB3D', 'email-password': secret });
    await expectSummary(words);
  });

  test('names form shows identity.confirmationNeeded', async () => {
    const words = refuseWith(updateProfile, 'identity.confirmationNeeded');
    const user = await openSettings('personal-information');
    const { surname, name, middle_n } = person;
    await submitForm(user, { surname, name, middle_n });
    await expectSummary(words);
  });

  test('password form shows identity.wrongPassword at the current password', async () => {
    const words = refuseWith(changePassword, 'identity.wrongPassword');
    const user = await openSettings('account', settingsText.changePassword);
    await submitForm(user, { old_pass: 'стара', new_pass: secret });
    await expectAtField('old_pass', words);
  });

  test('password form shows identity.attemptsExhausted', async () => {
    const words = refuseWith(changePassword, 'identity.attemptsExhausted');
    const user = await openSettings('account', settingsText.changePassword);
    await submitForm(user, { old_pass: 'стара', new_pass: secret });
    await expectSummary(words);
  });

  test.each(['identity.secondFactorOff', 'identity.attemptsExhausted'] as const)(
    'second factor form shows %s',
    async (code) => {
      const words = refuseWith(disableSecondFactor, code);
      const user = await openSettings('account', settingsText.turnOff);
      await submitForm(user, { 'factor-off-password': secret, 'factor-off-code': 'AB3D' });
      await expectSummary(words);
    },
  );
});

/** The first form of a page: where it is, how it opens, what it sends, and what its summary wants of each field. */
interface FirstForm {
  readonly name: string;
  readonly open: () => Promise<UserEvent>;
  readonly call: Call;
  readonly values: Readonly<Record<string, string>>;
  readonly wanted: Readonly<Record<string, string>>;
}

const only = <Field extends string>(wanted: Readonly<Record<Field, string>>, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, wanted[field]]));

function openAddObject(): Promise<UserEvent> {
  signInAsPerson();
  return openPage('/cabinet/person/add-apart');
}

const firstForms: readonly FirstForm[] = [
  {
    name: 'sign-in of a person',
    open: () => openPage('/sign-in/person'),
    call: signInPerson,
    values: byPhone,
    wanted: only(signInText.wanted, 'phone', 'password'),
  },
  {
    name: 'sign-in of an entity',
    open: () => openPage('/sign-in/entity'),
    call: signInEntity,
    values: byAccount,
    wanted: only(signInText.wanted, 'account', 'password', 'unique_code'),
  },
  {
    name: 'sign-in of an administrator',
    open: () => openPage('/admin'),
    call: signInAdmin,
    values: byLogin,
    wanted: only(signInText.wanted, 'login', 'password'),
  },
  {
    name: 'sign-in by code',
    open: () => openPage('/sign-in/person?way=code'),
    call: authSms,
    values: { phone: digits },
    wanted: only(signInText.wanted, 'phone'),
  },
  {
    name: 'sign-up of a person',
    open: () => openPage('/sign-up/person'),
    call: authSms,
    values: { phone: digits },
    wanted: only(signUpText.wanted, 'phone'),
  },
  {
    name: 'recovery of a person',
    open: () => openPage('/recover'),
    call: authSms,
    values: { phone: digits },
    wanted: only(recoverText.wanted, 'phone'),
  },
  {
    name: 'recovery of an entity',
    open: () => openPage('/recover?type=entity'),
    call: authSms,
    values: { account: '2390001111', phone: digits },
    wanted: only(recoverText.wanted, 'account', 'phone'),
  },
  {
    name: 'another phone',
    open: () => openSettings('account', settingsText.changePhone),
    call: authSms,
    values: { 'new-phone': '501110002' },
    wanted: { 'new-phone': settingsText.wanted.phone },
  },
  {
    name: 'another password',
    open: () => openSettings('account', settingsText.changePassword),
    call: changePassword,
    values: { old_pass: 'стара', new_pass: secret },
    wanted: { old_pass: settingsText.wanted.password, new_pass: settingsText.wanted.newPassword },
  },
  {
    name: 'another object',
    open: openAddObject,
    call: addObject,
    values: { account: '2390002222', code: 'FLAT0001' },
    wanted: addObjectText.addWanted,
  },
];

describe.each(firstForms)('form $name', ({ open, call, values, wanted }) => {
  const fields = Object.keys(values);

  test('names each empty field, and sends nothing', async () => {
    answer(call, () => 'pending');
    const user = await open();
    const empty = Object.fromEntries(fields.map((field) => [field, '']));
    await submitForm(user, empty);
    for (const field of fields)
      await expectAtField(field, wanted[field] ?? '', formatMessage('field.required'));
    expect(payloadsOf(call)).toEqual([]);
  });

  test('is busy until the answer, and sends once', async () => {
    answer(call, () => 'pending');
    const user = await open();
    await submitForm(user, values);
    const { form } = await fieldById(fields[0] ?? '');
    const button = form?.querySelector('button[type="submit"]') as HTMLElement;
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    await user.click(button);
    await waitFor(() => expect(payloadsOf(call)).toHaveLength(1));
  });

  test('offline says so, and keeps what was typed', async () => {
    answer(call, () => 'offline');
    const user = await open();
    await submitForm(user, values);
    await expectSummary(formatMessage('common.network'));
    for (const field of fields)
      expect((await fieldById(field)).value.replaceAll(/\s/g, '')).toBe(values[field]);
  });
});

test.each([
  'accounts.alreadyAdded',
  'accounts.codeMismatch',
  'accounts.noContract',
  'identity.attemptsExhausted',
] as const)('the form of another object shows %s', async (code) => {
  const words = refuseWith(addObject, code);
  const user = await openAddObject();
  await submitForm(user, { account: '2390002222', code: 'FLAT0001' });
  await expectSummary(words);
});
