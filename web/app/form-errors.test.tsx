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
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
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
    if (password === '') return { ...success, resendAfterSeconds: 60, expiresInSeconds: 300 };
    return code ? failure(code, params) : { ...success, proven: true };
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

const typedCode = { code: 'AB3D' };
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

  test.each<[MessageCode, string | undefined, string | undefined]>([
    ['identity.smsLoginFailed', undefined, undefined],
    ['identity.attemptsExhausted', 'code', undefined],
    ['identity.wrongCode', 'code', undefined],
    ['identity.passwordNeeded', undefined, '/sign-in/person'],
  ])('sign-in by code shows %s at %s, with the link to sign-in by password %s', async (code, field, link) => {
    const words = answerCodes(code);
    const user = await openPage('/sign-in/person?way=code');
    await submitForm(user, { phone: digits });
    await submitForm(user, typedCode);
    await (field ? expectAtField(field, words) : expectSummary(words));
    expect(screen.queryByText(signInText.signInByPassword)?.getAttribute('href')).toBe(link);
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
      await submitForm(user, typedCode);
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

test.each(['code', 'password'])(
  'password recovery returns from the %s step to the contact step with the e-mail selected on identity.recoverByEmail',
  async (step) => {
    const words = formatMessage('identity.recoverByEmail');
    answerCodes(step === 'code' ? 'identity.recoverByEmail' : undefined);
    answer(recoverPassword, () => failure('identity.recoverByEmail'));
    const user = await openPage('/recover');
    await submitForm(user, { phone: digits });
    await submitForm(user, typedCode);
    if (step === 'password') await submitForm(user, { password: secret });
    await fieldById('email');
    await expectSummary(words);
    expect(screen.getByLabelText<HTMLInputElement>(recoverText.byEmail).checked).toBe(true);
  },
);

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
  answer(getProfile, () => ({ ...success, profile }));
  const user = await openAsPerson(`/cabinet/person/settings/${page}`);
  if (button) await user.click(await screen.findByText(button));
  return user;
}

const only = <Field extends string>(wanted: Readonly<Record<Field, string>>, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, wanted[field]]));

function openAddObject(): Promise<UserEvent> {
  signInAsPerson();
  return openPage('/cabinet/person/add-apart');
}

const { wanted: ofSettings } = settingsText;
const { wanted: ofSignIn } = signInText;
const passwords = { old_pass: ofSettings.password, new_pass: ofSettings.newPassword };

/** Address of the first form of a page, or the button that opens it in the settings; its call; what its summary wants. */
test.each<[string, Call, Readonly<Record<string, string>>]>([
  ['/sign-in/person', signInPerson, only(ofSignIn, 'phone', 'password')],
  ['/sign-in/entity', signInEntity, only(ofSignIn, 'account', 'password', 'unique_code')],
  ['/admin', signInAdmin, only(ofSignIn, 'login', 'password')],
  ['/sign-in/person?way=code', authSms, only(ofSignIn, 'phone')],
  ['/sign-up/person', authSms, only(signUpText.wanted, 'phone')],
  ['/recover', authSms, only(recoverText.wanted, 'phone')],
  ['/recover?type=entity', authSms, only(recoverText.wanted, 'account', 'phone')],
  [settingsText.changePhone, authSms, { 'new-phone': ofSettings.phone }],
  [settingsText.changePassword, changePassword, passwords],
  ['/cabinet/person/add-apart', addObject, addObjectText.addWanted],
])('the form at %s names each empty field, and sends nothing', async (place, call, wanted) => {
  answer(call, () => 'pending');
  if (place.startsWith('/cabinet')) signInAsPerson();
  const user = await (place.startsWith('/') ? openPage(place) : openSettings('account', place));
  await submitForm(user, Object.fromEntries(Object.keys(wanted).map((field) => [field, ''])));
  for (const [field, words] of Object.entries(wanted))
    await expectAtField(field, words, formatMessage('field.required'));
  expect(payloadsOf(call)).toEqual([]);
});

const signUp = () => openPage('/sign-up/person');
const signUpOfEntity = () => openPage('/sign-up/entity');
const recover = () => openPage('/recover');
const phonePart = () => openSettings('account', settingsText.changePhone);
const emailPart = () => openSettings('account', settingsText.changeEmail);
const namesPart = () => openSettings('personal-information');
const passwordPart = () => openSettings('account', settingsText.changePassword);
const factorPart = () => openSettings('account', settingsText.turnOff);

const typedPhone = [{ phone: digits }, typedCode];
const ofEntity = [contract, entityContact, typedCode, { password: secret, consent: 'on' }];
const ofRecovery = [...typedPhone, { password: secret }];
const newPhone = [
  { 'new-phone': '501110002' },
  { 'phone-code': 'AB3D', 'phone-password': secret, 'phone-factor-code': 'CD4E' },
];
const changedPhone = { phone: '+380501110002', factorCode: 'CD4E' };
const newEmail = [{ 'new-email': 'c@d.example' }, { 'email-code': 'AB3D', 'email-password': secret }];
const { surname, name, middle_n } = person;
const newPassword = [{ old_pass: 'стара', new_pass: secret }];
const offFactor = [{ 'factor-off-password': secret, 'factor-off-code': 'AB3D' }];
const anotherObject = [{ account: '2390002222', code: 'FLAT0001' }];

const admin = () => openPage('/admin');
const proven = { phone, code: 'AB3D', name };
type Typed = Readonly<Record<string, string>>;
type Refusal = [string, MessageCode, string, () => Promise<UserEvent>, readonly Typed[], Call, object?];

/** Form, the code of its refusal and the field that it is shown at; what is typed in its steps; the call that refuses. */
test.each<Refusal>([
  ['sign-in of an administrator', 'identity.badCredentials', '', admin, [byLogin], signInAdmin],
  ['sign-in of an administrator', 'identity.attemptsExhausted', '', admin, [byLogin], signInAdmin],
  ['the code of a sign-up', 'identity.phoneTaken', 'phone', signUp, typedPhone, authSms],
  ['the code of a sign-up', 'identity.attemptsExhausted', '', signUp, typedPhone, authSms],
  ['a sign-up', 'identity.phoneTaken', 'phone', signUp, [...typedPhone, person], applyAgreements],
  ['a sign-up', 'identity.attemptsExhausted', '', signUp, [...typedPhone, person], applyAgreements, proven],
  ['a sign-up of an entity', 'accounts.codeMismatch', 'unique_code', signUpOfEntity, ofEntity, signUpEntity],
  ['a sign-up of an entity', 'accounts.noContract', 'account', signUpOfEntity, ofEntity, signUpEntity],
  ['a sign-up of an entity', 'identity.entityTaken', 'account', signUpOfEntity, ofEntity, signUpEntity],
  ['the code of a recovery', 'identity.attemptsExhausted', 'code', recover, typedPhone, authSms],
  ['the code of a recovery', 'identity.wrongCode', 'code', recover, typedPhone, authSms],
  ['a recovery', 'identity.attemptsExhausted', 'code', recover, ofRecovery, recoverPassword],
  ['a recovery', 'identity.wrongCode', 'code', recover, ofRecovery, recoverPassword],
  ['another phone', 'identity.phoneTaken', '', phonePart, newPhone, changePhone, changedPhone],
  ['another phone', 'identity.attemptsExhausted', '', phonePart, newPhone, changePhone, changedPhone],
  ['another e-mail', 'identity.emailTaken', '', emailPart, newEmail, changeEmail],
  ['names', 'identity.confirmationNeeded', '', namesPart, [{ surname, name, middle_n }], updateProfile],
  ['another password', 'identity.wrongPassword', 'old_pass', passwordPart, newPassword, changePassword],
  ['another password', 'identity.attemptsExhausted', '', passwordPart, newPassword, changePassword],
  ['the second factor', 'identity.secondFactorOff', '', factorPart, offFactor, disableSecondFactor],
  ['the second factor', 'identity.attemptsExhausted', '', factorPart, offFactor, disableSecondFactor],
  ['another object', 'accounts.alreadyAdded', '', openAddObject, anotherObject, addObject],
  ['another object', 'accounts.codeMismatch', '', openAddObject, anotherObject, addObject],
  ['another object', 'accounts.noContract', '', openAddObject, anotherObject, addObject],
  ['another object', 'identity.attemptsExhausted', '', openAddObject, anotherObject, addObject],
])('the form of %s shows %s %s', async (_, code, field, open, steps, call, sent = {}) => {
  const words = call === authSms ? answerCodes(code) : refuseWith(call, code);
  if (call !== authSms) answerCodes();
  const user = await open();
  for (const step of steps) {
    if ('consent' in step)
      expect((await screen.findByLabelText(formatMessage('identity.consent'))).id).toBe('consent');
    await submitForm(user, step);
  }
  await (field ? expectAtField(field, words) : expectSummary(words));
  if (call !== authSms) expect(payloadsOf(call)[0]).toMatchObject(sent);
  else if (!field) expect((await fieldById('code')).value).toBe('AB3D');
});
