import { expect, test } from 'vitest';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { placeFailure } from './place-failure.ts';

const failure = (code: string, message: string, issues: ApiFailure['issues'] = []): ApiFailure => ({
  code,
  message,
  reference: 'r',
  issues,
  details: undefined,
  httpStatus: 422,
});

test('a wrong code stands beside the code, a wrong password beside the password', () => {
  const fields = ['code', 'password'] as const;
  expect(placeFailure(failure('identity.wrongCode', 'Невірний код'), fields).problems.code?.text).toBe(
    'Невірний код',
  );
  expect(placeFailure(failure('identity.wrongPassword', 'w'), fields).problems.password?.text).toBe('w');
  expect(placeFailure(failure('identity.wrongPassword', 'w'), ['old_pass', 'new_pass']).problems).toEqual({
    old_pass: { text: 'w', summary: 'w' },
  });
  expect(placeFailure(failure('identity.wrongCode', 'c'), ['totp']).problems.totp?.text).toBe('c');
});

test('what belongs to no field of the form stands above it', () => {
  const refusal = placeFailure(failure('identity.phoneTaken', 'taken'), ['code', 'password']);
  expect(refusal).toEqual({ problems: {}, message: 'taken' });
  expect(placeFailure(failure('common.network', 'offline'), ['phone']).message).toBe('offline');
});

test('issues of the payload come to their fields, whatever the payload calls them', () => {
  const issues = [
    { path: 'password', code: 'identity.weakPassword', message: 'weak' },
    { path: 'unknown', code: 'field.invalid', message: 'x' },
  ];
  expect(placeFailure(failure('common.badRequest', 'bad', issues), ['old_pass', 'new_pass'])).toEqual({
    problems: { new_pass: { text: 'weak', summary: 'weak' } },
  });
  expect(placeFailure(failure('common.badRequest', 'bad', issues), ['surname']).message).toBe('bad');
});
