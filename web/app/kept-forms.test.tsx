import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as recoverText } from '#web/features/identity/recovery/text.ts';
import { text as signInText } from '#web/features/identity/sign-in/steps-text.ts';
import { text as signUpText } from '#web/features/identity/sign-up/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { fieldById, openPage, press, submitForm } from '#web/testing/render.tsx';

const digits = '501110009';
const phone = `+380${digits}`;
const secret = 'Тиха-річка-2026';
const code = { code: '4071' };
const names = { surname: 'Лісова', name: 'Мар’яна', middle_n: 'Тарасівна', email: 'a@b.example' };
const storedForm = 'svitlo.form';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const codesAskedFor = () => payloadsOf(authSms).length;

beforeEach(() => {
  answer(authSms, (_, { password }) =>
    password === ''
      ? { ...success, resendAfterSeconds: 60, expiresInSeconds: 300, isNumeric: true }
      : { ...success, proven: true },
  );
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** What a reload of the tab does: no page is left, and the storage of the tab stays. */
async function reload(path: string, laterMs = 0): Promise<UserEvent> {
  const kept = sessionStorage.getItem(storedForm);
  expect(kept).not.toContain(code.code);
  expect(kept).not.toContain(secret);
  cleanup();
  if (kept !== null) sessionStorage.setItem(storedForm, kept);
  if (laterMs > 0) vi.setSystemTime(Date.now() + laterMs);
  return openPage(path);
}

test('a sign-up goes on at its step after a reload, with the same code and everything typed', async () => {
  answer(applyAgreements, () => success);
  answer(signInPerson, () => failure('common.serviceDown'));
  let user = await openPage('/sign-up/person');
  await user.type(await fieldById('phone'), digits.slice(0, 5));
  user = await reload('/sign-up/person');
  expect((await fieldById('phone')).value).toBe(digits.slice(0, 5));
  await submitForm(user, { phone: digits });
  await heading(signUpText.codeTitle);
  expect(codesAskedFor()).toBe(1);

  vi.useFakeTimers({ toFake: ['Date'] });
  user = await reload('/sign-up/person', 20_000);
  await heading(signUpText.codeTitle);
  expect(document.body.textContent).toContain('+380 50 111 00 09');
  await screen.findByText(signUpText.resendWait.replace('{seconds}', '40'));
  vi.useRealTimers();
  expect(codesAskedFor()).toBe(1);
  await submitForm(user, code);
  await heading(signUpText.person.finishTitle);
  await user.type(await fieldById('surname'), names.surname);
  await user.type(await fieldById('password'), secret);

  user = await reload('/sign-up/person');
  await heading(signUpText.person.finishTitle);
  expect((await fieldById('surname')).value).toBe(names.surname);
  expect((await fieldById('password')).value).toBe('');
  await submitForm(user, { ...names, ...code, password: secret, consent: 'on' });
  await heading(signUpText.madeTitle);
  expect(payloadsOf(applyAgreements)[0]).toMatchObject({ phone, ...names, ...code });
  expect(sessionStorage.getItem(storedForm)).toBeNull();
});

test('a code that is no longer right after a reload leads back to its step', async () => {
  answer(applyAgreements, () => failure('identity.codeExpired'));
  let user = await openPage('/sign-up/person');
  await submitForm(user, { phone: digits });
  await submitForm(user, code);
  await fieldById('surname');
  user = await reload('/sign-up/person');
  await submitForm(user, { ...names, ...code, password: secret, consent: 'on' });
  await heading(signUpText.codeTitle);
  expect(document.body.textContent).toContain(formatMessage('identity.codeExpired'));
});

test('a sign-in by a code goes on at the code after a reload; another number begins anew', async () => {
  let user = await openPage('/sign-in/person?way=code');
  await submitForm(user, { phone: digits });
  await fieldById('code');
  user = await reload('/sign-in/person?way=code');
  await fieldById('code');
  expect(codesAskedFor()).toBe(1);
  await press(user, signInText.anotherPhone);
  expect((await fieldById('phone')).value.replaceAll(' ', '')).toBe(digits);
});

test('a recovery goes on at the new password after a reload, and asks for the code once more', async () => {
  answer(recoverPassword, () => success);
  let user = await openPage('/recover');
  await user.click(await screen.findByLabelText(recoverText.byEmail));
  await submitForm(user, { email: names.email });
  await submitForm(user, code);
  await heading(recoverText.passwordTitle);
  user = await reload('/recover');
  await heading(recoverText.passwordTitle);
  await submitForm(user, { ...code, password: secret });
  await heading(recoverText.doneTitle);
  expect(payloadsOf(recoverPassword)).toEqual([{ userType: 'person', email: names.email, ...code }]);
  expect(sessionStorage.getItem(storedForm)).toBeNull();
});

test('a form that was left, or is half an hour old, leaves nothing behind', async () => {
  let user = await openPage('/sign-up/person');
  await submitForm(user, { phone: digits });
  await heading(signUpText.codeTitle);
  expect(sessionStorage.getItem(storedForm)).toContain(phone);
  await user.click(screen.getByRole('link', { name: signUpText.haveCabinet }));
  await waitFor(() => expect(sessionStorage.getItem(storedForm)).toBeNull());

  cleanup();
  user = await openPage('/sign-up/person');
  await submitForm(user, { phone: digits });
  await heading(signUpText.codeTitle);
  vi.useFakeTimers({ toFake: ['Date'] });
  await reload('/sign-up/person', 31 * 60_000);
  await heading(signUpText.person.contactTitle);
  expect(sessionStorage.getItem(storedForm)).not.toContain(digits);
});

test('what another form or version left is passed over', async () => {
  sessionStorage.setItem(storedForm, '{"as":"sign-up","at":');
  await openPage('/sign-up/person');
  await heading(signUpText.person.contactTitle);
  cleanup();
  const at = Date.now();
  const kept = { as: 'recover-person', at, step: 'code', typed: {}, values: { phone } };
  sessionStorage.setItem(
    storedForm,
    JSON.stringify({ ...kept, sentTo: '', waitAt: at, wait: { seconds: 9 } }),
  );
  await openPage('/sign-up/person');
  await heading(signUpText.person.contactTitle);
  expect(sessionStorage.getItem(storedForm)).not.toContain(phone);
});
