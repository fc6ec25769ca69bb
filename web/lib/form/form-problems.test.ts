import { expect, test } from 'vitest';
import { localFailure } from '../api-failure.ts';
import { summaryOf } from './fields-form.tsx';
import { refusalOfChecks, refusalOfFailure } from './form-problems.ts';

const wanted = { account: 'Особовий рахунок — 10 цифр, наприклад 2390001111', code: 'Код — 4 символи' };
const fields = Object.entries(wanted).map(([name, words]) => ({ name, wanted: words }));

test('a form without a problem is not refused', () =>
  expect(refusalOfChecks({ account: undefined, code: undefined })).toBeUndefined());

test('every wrong field is named at once, with the number of its rule', () =>
  expect(
    refusalOfChecks({ account: { code: 'field.length', n: 10 }, code: { code: 'field.required' } }),
  ).toEqual({
    fields: {
      account: { code: 'field.length', text: 'Це поле має містити 10 символів' },
      code: { code: 'field.required', text: "Це поле обов'язкове для заповнення" },
    },
  }));

test('the summary says what exactly is wanted, in the order of the form', () => {
  const checks = { code: { code: 'field.codeLength' }, account: { code: 'field.required' } } as const;
  const refusal = refusalOfChecks(checks);
  expect(refusal && summaryOf(refusal, fields)).toEqual([
    { field: 'account', text: wanted.account },
    { field: 'code', text: wanted.code },
  ]);
});

test('a refusal of one field is shown at it, with its own text', () => {
  const wrong = { code: 'identity.wrongCode', message: 'Невірний код' };
  const failure = { ...localFailure('common.unexpected', 422), ...wrong };
  const refusal = refusalOfFailure(failure, { codes: { 'identity.wrongCode': 'code' } });
  expect(refusal).toEqual({ fields: { code: { code: 'identity.wrongCode', text: 'Невірний код' } } });
  expect(summaryOf(refusal, fields)).toEqual([{ field: 'code', text: 'Невірний код' }]);
});

test('a refusal of the whole form is shown above it', () => {
  const refusal = refusalOfFailure(localFailure('common.network'));
  expect(summaryOf(refusal, fields)).toEqual([
    { text: "Немає з'єднання з мережею. Перевірте інтернет і спробуйте ще раз." },
  ]);
});

test('issues of the server are shown at their fields; one of another field is shown above the form', () => {
  const failure = {
    ...localFailure('common.badRequest', 400),
    issues: [
      { path: 'password', code: 'identity.weakPassword', message: 'Такий пароль легко вгадати.' },
      { path: 'site', code: 'field.max', message: 'Задовго' },
    ],
  };
  const refusal = refusalOfFailure(failure, { paths: { password: 'new-password' } });
  expect(summaryOf(refusal, [{ name: 'new-password', wanted: 'Від 8 символів' }])).toEqual([
    { field: 'new-password', text: 'Такий пароль легко вгадати.' },
    { text: 'Задовго' },
  ]);
});
