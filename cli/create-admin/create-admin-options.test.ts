import { expect, test } from 'vitest';
import { readCreateAdminOptions } from './create-admin-options.ts';

test('a login alone creates an owner', () => {
  expect(readCreateAdminOptions(['boss'])).toEqual({
    kind: 'create',
    login: 'boss',
    roles: ['owner'],
    fullName: '',
    phone: undefined,
    dualAuth: false,
  });
});

test('accepts roles, name, phone in any format, and dualAuth', () => {
  const args = '--role operator boss --role content --phone 050-113-00-01 --dual-auth --name'.split(' ');
  expect(readCreateAdminOptions([...args, 'Ткачук Оксана'])).toEqual({
    kind: 'create',
    login: 'boss',
    roles: ['operator', 'content'],
    fullName: 'Ткачук Оксана',
    phone: '+380501130001',
    dualAuth: true,
  });
});

test('resets password and second factor together or separately', () => {
  const reset = { kind: 'reset', login: 'boss' };
  expect(readCreateAdminOptions(['boss', '--reset-password'])).toEqual({
    ...reset,
    password: true,
    secondFactor: false,
  });
  expect(readCreateAdminOptions(['boss', '--reset-second-factor', '--reset-password'])).toEqual({
    ...reset,
    password: true,
    secondFactor: true,
  });
});

test.each([
  ['no login', [], 'one login'],
  ['two logins', ['one', 'two'], 'one login'],
  ['a role that does not exist', ['boss', '--role', 'king'], 'A role is one of'],
  ['one of two roles that does not exist', ['boss', '--role', 'owner', '--role', 'king'], 'A role is one of'],
  ['a phone of another country', ['boss', '--phone', '+48501130001'], '+380'],
  ['a reset with a role', ['boss', '--reset-password', '--role', 'owner'], 'nothing else'],
  ['a reset with dualAuth', ['boss', '--reset-password', '--dual-auth'], 'nothing else'],
  ['an option that does not exist', ['boss', '--password', 'x'], '--password'],
])('refuses %s with the reason', (_, args, reason) => {
  expect(readCreateAdminOptions(args)).toEqual({ kind: 'wrong', problem: expect.stringContaining(reason) });
});
