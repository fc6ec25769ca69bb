import { expect, test } from 'vitest';
import { readBasicAuth } from './basic-auth.ts';

function header(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

test.each([
  ['+380501110001:Svitlo-2026', '+380501110001', 'Svitlo-2026'],
  ['+380501110001:Пароль з пробілом', '+380501110001', 'Пароль з пробілом'],
  ['a:b:c', 'a', 'b:c'],
  ['a:', 'a', ''],
  [':b', '', 'b'],
])('parses %j into login and password', (pair, login, password) => {
  expect(readBasicAuth(header(pair))).toEqual({ login, password });
});

test('accepts the scheme name in any case', () => {
  expect(readBasicAuth(header('a:b').replace('Basic', 'basic'))).toEqual({ login: 'a', password: 'b' });
});

test.each([
  ['no header', undefined],
  ['another scheme', 'Bearer abc'],
  ['no pair', 'Basic '],
  ['what is no base64', 'Basic !!!!'],
  ['a pair without a colon', header('abc')],
  ['bytes that are no UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x41]).toString('base64')}`],
  ['more than two kilobytes', header(`a:${'x'.repeat(2048)}`)],
])('refuses %s', (_, text) => {
  expect(readBasicAuth(text)).toBeUndefined();
});
