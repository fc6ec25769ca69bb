import { expect, test } from 'vitest';
import { fieldProblem, problemOfIssue, problemsOf, type SettingsField } from './field-problem.ts';

test.each<[SettingsField, string]>([
  ['phone', '+380501110001'],
  ['email', 'olena@example.com'],
  ['code', 'ab3d'],
  ['password', 'x'],
  ['new_pass', 'Svitlo-2026-demo'],
  ['surname', "Мар'яненко"],
  ['totp', '012345'],
])('the field %s takes %j', (field, value) => {
  expect(fieldProblem(field, value)).toBeUndefined();
});

test.each<[SettingsField, string, string]>([
  ['phone', '', "Це поле обов'язкове для заповнення"],
  ['phone', '+38050111000', 'Номер телефону має містити 13 символів'],
  ['email', 'olena@', 'Перевірте коректність введених даних'],
  ['code', 'AB3', 'Код має містити 4 символи'],
  ['password', '', "Це поле обов'язкове для заповнення"],
  ['name', '<b>Іван</b>', 'Перевірте коректність введених даних'],
  ['middle_n', 'Ї'.repeat(51), 'Це поле має містити максимум 50 символів'],
  ['new_pass', 'short', 'Перевірте коректність введених даних'],
  ['totp', '', "Це поле обов'язкове для заповнення"],
  ['totp', '12345', 'Код має містити 6 цифр'],
])('the field %s refuses %j: %s, and the summary says what is wanted', (field, value, words) => {
  const problem = fieldProblem(field, value);
  expect(problem?.text).toBe(words);
  expect(problem?.summary).not.toBe(words);
});

test('a new password that is common, or made of the own phone, is refused in words of its own', () => {
  const words = 'Такий пароль легко вгадати. Придумайте інший.';
  expect(fieldProblem('new_pass', 'password1')).toEqual({ text: words, summary: words });
  expect(fieldProblem('new_pass', '501110001-s', { known: ['+380501110001'] })?.text).toBe(words);
});

test('the old password again is no new one', () => {
  const problem = fieldProblem('new_pass', 'Svitlo-2026-demo', { oldPassword: 'Svitlo-2026-demo' });
  expect(problem?.text).toBe('Новий пароль не може бути таким же як і старий.');
  expect(problem?.summary).toBe(problem?.text);
});

test('all problems of a form are found at once, none for a form that is right', () => {
  expect(Object.keys(problemsOf({ code: '', password: '' }) ?? {})).toEqual(['code', 'password']);
  expect(problemsOf({ code: 'AB3D', password: 'x' })).toBeUndefined();
});

test('what the server says exactly stands in the summary too', () => {
  const message = 'Поточний пароль неправильний.';
  expect(problemOfIssue('password', { code: 'identity.wrongPassword', message })).toEqual({
    text: message,
    summary: message,
  });
  const generic = problemOfIssue('phone', {
    code: 'field.invalid',
    message: 'Перевірте коректність введених даних',
  });
  expect(generic.summary).toMatch(/9 цифр після \+380/);
});
