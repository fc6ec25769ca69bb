import { expect, test } from 'vitest';
import { checkNewPasswordRules } from './new-password.ts';

const owner = { phone: '+380501110001', email: 'olena.koval@example.test', names: ['Олена', 'Коваль'] };

test.each([
  ['Кінь їсть овес', undefined],
  ['Svitlo-2026-demo', undefined],
  ['Xy7-kQz', 'field.invalid'],
  ['', 'field.required'],
  ['я'.repeat(129), 'field.invalid'],
  ['🔑🐈🌻⚡', 'field.invalid'],
  ['🔑🐈🌻⚡🏠🚲🎈🍉', undefined],
  ['🔑🐈🌻⚡🏠🚲🎈🍉'.repeat(16), undefined],
  [`${'🔑🐈🌻⚡🏠🚲🎈🍉'.repeat(16)}a`, 'field.invalid'],
  ['Кінь їсть\0 овес', 'field.invalid'],
  ['пароль2026', 'identity.weakPassword'],
  ['qwertyui', 'identity.weakPassword'],
  ['0501110001aa', 'identity.weakPassword'],
  ['olena.koval1', 'identity.weakPassword'],
  ['Коваль-77', 'identity.weakPassword'],
])('as a new password %j is judged %s', (password, code) => {
  expect(checkNewPasswordRules(password, owner)?.code).toBe(code);
});

test('without facts of its owner the general rules hold', () => {
  expect(checkNewPasswordRules('olena.koval1')).toBeUndefined();
  expect(checkNewPasswordRules('password1')).toEqual({ path: 'password', code: 'identity.weakPassword' });
});
