import { expect, test } from 'vitest';
import { checkCredentials } from './check-credentials.ts';

test('a phone in any manner and a password go to the server with the prefix', () => {
  expect(checkCredentials('050 111-00-01', 'Svitlo')).toEqual({
    ok: true,
    phone: '+380501110001',
    password: 'Svitlo',
  });
});

test('an empty form names both fields at once', () => {
  expect(checkCredentials('', '')).toEqual({
    ok: false,
    problems: {
      phone: "Це поле обов'язкове для заповнення",
      password: "Це поле обов'язкове для заповнення",
    },
  });
});

test('a phone that lacks a digit is told its length', () => {
  expect(checkCredentials('50111000', 'x')).toEqual({
    ok: false,
    problems: { phone: 'Номер телефону має містити 13 символів' },
  });
});

test('spaces of a password are kept', () => {
  expect(checkCredentials('501110001', ' two words ')).toMatchObject({ password: ' two words ' });
});
