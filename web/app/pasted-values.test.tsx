import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signInEntity } from '#contract/identity/sign-in.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { writtenForms } from '#domain/input/testing/written-forms.ts';
import { answer, failure, payloadsOf } from '#web/testing/fake-api.ts';
import { fieldById, openPage, submitForm } from '#web/testing/render.tsx';

const secret = 'Тиха-річка-2026';

test('the sign-in of an entity takes an account and a code however they were copied', async () => {
  let login = '';
  answer(signInEntity, (_, basicAuth) => {
    login = basicAuth.login;
    return failure('identity.badCredentials');
  });
  const user = await openPage('/sign-in/entity');
  const { account, uniqueCode } = writtenForms;
  await submitForm(user, {
    account: account.forms['as the home page shows it'](account.right),
    password: secret,
    unique_code: uniqueCode.forms['zero-width spaces at both ends'](uniqueCode.right),
  });
  await screen.findByText(formatMessage('identity.badCredentials'));
  expect(payloadsOf(signInEntity)).toMatchObject([{ account: account.right, unique_code: uniqueCode.right }]);
  expect(login).toBe(account.right);
});

test.each([
  ['account', '239000111\u041e', 'field.cyrillicLetter', { n: 10, sign: '\u041e' }],
  ['unique_code', 'SVIT-LO1', 'field.strayCharacter', { n: 5, sign: '-' }],
  ['unique_code', 'SVIT\u0416LO1', 'field.cyrillicLetter', { n: 5, sign: '\u0416' }],
  ['account', '23900011l1', 'field.latinLetter', { n: 9, sign: 'l' }],
] as const)('a wrong character of %s (%s) is named at the field', async (name, typed, code, params) => {
  const user = await openPage('/sign-in/entity');
  const right = { account: '2390001111', password: secret, unique_code: 'SVITLO01' };
  await submitForm(user, { ...right, [name]: typed });
  const field = await fieldById(name);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  screen.getByText(formatMessage(code, params));
  expect(payloadsOf(signInEntity)).toEqual([]);
});
