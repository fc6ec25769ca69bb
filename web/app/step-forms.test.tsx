import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { addObject } from '#contract/accounts/accounts.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as addObjectText } from '#web/features/accounts/add-object/add-object-text.ts';
import { text as recoverText } from '#web/features/identity/recovery/text.ts';
import { text as signUpText } from '#web/features/identity/sign-up/text.ts';
import { codeText } from '#web/lib/form/form-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { fieldById, openPage, press, signInAsPerson, submitForm } from '#web/testing/render.tsx';

const digits = '501110009';
const phone = `+380${digits}`;
const shownPhone = '+380 50 111 00 09';
const secret = 'Тиха-річка-2026';
const code = { code: 'AB3D' };
const names = { surname: 'Лісова', name: 'Мар’яна', middle_n: 'Тарасівна', email: 'a@b.example' };

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Every code that is typed is right. */
beforeEach(() => {
  answer(authSms, (_, { password }) =>
    password === ''
      ? { ...success, resendAfterSeconds: 60, expiresInSeconds: 300 }
      : { ...success, proven: true },
  );
});

/** How many codes were asked for. */
const codesAskedFor = (typed: number) => payloadsOf(authSms).length - typed;

describe('sign-up', () => {
  test('keeps what was typed and the proven phone on the way back, and needs a code for another phone', async () => {
    const user = await openPage('/sign-up/person');
    await screen.findByText('Крок 1 з 3');
    await submitForm(user, { phone: digits });
    await heading(signUpText.codeTitle);
    expect(document.body.textContent).toContain(shownPhone);
    await submitForm(user, code);
    await heading(signUpText.person.finishTitle);
    screen.getByText('Крок 3 з 3');
    await submitForm(user, { surname: names.surname });
    await press(user, signUpText.anotherPhone);
    expect((await fieldById('phone')).value).toBe(digits);
    await submitForm(user, { phone: digits });
    expect((await fieldById('surname')).value).toBe(names.surname);
    expect(codesAskedFor(1)).toBe(1);
    await press(user, signUpText.anotherPhone);
    await submitForm(user, { phone: '501110008' });
    await heading(signUpText.codeTitle);
    expect(codesAskedFor(1)).toBe(2);
  });

  test('says that the cabinet is there when only the sign-in is refused', async () => {
    answer(applyAgreements, () => success);
    answer(signInPerson, () => failure('common.serviceDown'));
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, code);
    await fieldById('surname');
    await submitForm(user, { ...names, password: secret, consent: 'on' });
    await heading(signUpText.madeTitle);
    expect(document.body.textContent).toContain(formatMessage('common.serviceDown'));
    expect((await screen.findByText(signUpText.toSignIn)).getAttribute('href')).toBe('/sign-in/person');
  });

  test('needs no e-mail, and refuses one that is none', async () => {
    answer(applyAgreements, () => failure('common.serviceDown'));
    const user = await openPage('/sign-up/person');
    await submitForm(user, { phone: digits });
    await submitForm(user, code);
    const email = await fieldById('email');
    expect(email.required).toBe(false);
    await submitForm(user, { ...names, email: 'mariana', password: secret, consent: 'on' });
    await screen.findByText(signUpText.wanted.email);
    expect(payloadsOf(applyAgreements)).toEqual([]);
    await submitForm(user, { email: '' });
    await screen.findByText(formatMessage('common.serviceDown'));
    expect(payloadsOf(applyAgreements)[0]).not.toHaveProperty('email');
  });

  test('of an entity sends what all its steps accepted, as it is read', async () => {
    answer(signUpEntity, () => failure('common.serviceDown'));
    const user = await openPage('/sign-up/entity');
    await submitForm(user, { account: '23 9000 1111', unique_code: 'svitlo01', edrpou: ' 44702151' });
    await submitForm(user, { email: names.email, phone: digits });
    await submitForm(user, code);
    await submitForm(user, { password: secret, consent: 'on' });
    await screen.findByRole('alert');
    expect(payloadsOf(signUpEntity)[0]).toMatchObject({
      ...{ account: '2390001111', unique_code: 'SVITLO01', edrpou: '44702151' },
      ...{ email: names.email, phone, ...code },
    });
  });
});

describe('password recovery', () => {
  test('by e-mail asks for the address, and ends with a link to the sign-in', async () => {
    answer(recoverPassword, () => success);
    const user = await openPage('/recover');
    await fieldById('phone');
    await user.click(screen.getByLabelText(recoverText.byEmail));
    expect(document.getElementById('phone')).toBeNull();
    await submitForm(user, { email: 'Olena@Example.com' });
    await heading(recoverText.codeTitle);
    expect(document.body.textContent).toContain('olena@example.com');
    await submitForm(user, code);
    await submitForm(user, { password: secret });
    await heading(recoverText.doneTitle);
    expect(payloadsOf(recoverPassword)).toEqual([
      { userType: 'person', email: 'olena@example.com', ...code },
    ]);
  });
});

describe('the form of another object', () => {
  const bill = { account: '2390002222', code: 'FLAT0001' };

  test('asks for the code of the contract’s phone, and is empty on the way back', async () => {
    signInAsPerson();
    const challenge = { maskedPhone: '+380 50 ••• •• 01', resendAfterSeconds: 60 };
    answer(addObject, () => failure('accounts.confirmationNeeded', {}, challenge));
    const user = await openPage('/cabinet/person/add-apart');
    await submitForm(user, bill);
    await waitFor(() => expect(document.activeElement?.id).toBe('confirmation'));
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain('+380 50 ••• •• 01');
    await submitForm(user, { confirmation: '' });
    await screen.findByText(codeText.letters.wanted);
    answer(addObject, () => failure('identity.wrongCode'));
    await submitForm(user, { confirmation: 'AB3D' });
    const sent = { ...bill, confirmation: 'AB3D' };
    await waitFor(() => expect(payloadsOf(addObject).at(-1)).toMatchObject(sent));
    expect((await fieldById('confirmation')).getAttribute('aria-invalid')).toBe('true');
    await press(user, addObjectText.anotherAccount);
    expect((await fieldById('account')).value).toBe('');
  });

  test('tells a request that waits, and is emptied for another object', async () => {
    signInAsPerson();
    const waiting = [{ account: bill.account, until: '2026-12-01T10:00:00.000Z' }];
    answer(addObject, () => ({ ...success, accounts: [], account: '', waiting }));
    const user = await openPage('/cabinet/person/add-apart');
    await submitForm(user, bill);
    await screen.findByText(new RegExp(`Запит про о/р ${bill.account}`));
    expect((await fieldById('account')).value).toBe('');
    expect((await fieldById('code')).value).toBe('');
  });
});
