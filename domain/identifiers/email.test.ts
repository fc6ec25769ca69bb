import { expect, test } from 'vitest';
import { maskEmail, parseEmail } from './email.ts';

test.each([
  ['olena@example.com', 'olena@example.com'],
  [' Olena.Kovalenko+light@Mail.Example.COM.UA ', 'olena.kovalenko+light@mail.example.com.ua'],
  ['a@b.ua', 'a@b.ua'],
  ['a.b.c@3com.ua', 'a.b.c@3com.ua'],
  ["o!#$%&'*+/=?^_`{|}~-1.k!@ex-am-ple.c1m", "o!#$%&'*+/=?^_`{|}~-1.k!@ex-am-ple.c1m"],
  [`olena@${'b'.repeat(63)}.ua`, `olena@${'b'.repeat(63)}.ua`],
  ['o@xn--80ak6aa92e.xn--j1amh', 'o@xn--80ak6aa92e.xn--j1amh'],
])('parseEmail reads %j as %s', (text, email) => {
  expect(parseEmail(text)).toBe(email);
});

test('parseEmail allows 64 characters before the @ and 254 in all', () => {
  const name = 'a'.repeat(64);
  const domain = `${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.ua`;
  expect(parseEmail(`${name}@example.com`)).toBe(`${name}@example.com`);
  const longest = `${'a'.repeat(254 - 1 - domain.length)}@${domain}`;
  expect(parseEmail(longest)).toBe(longest);
  expect(parseEmail(`a${longest}`)).toBeUndefined();
});

test.each([
  '',
  'olena',
  'olena@example',
  '@example.com',
  'olena@@example.com',
  'olena@exa mple.com',
  'olena..k@example.com',
  '.olena@example.com',
  'olena@-example.com',
  'олена@example.com',
  'olena.@example.com',
  'olena@example-.com',
  'olena@example.com-',
  'olena@example.com!',
  'olena@example.c',
  'olena@example.1m',
  'olena@.com',
  `olena@${'b'.repeat(64)}.ua`,
  `${'a'.repeat(65)}@example.com`,
  `olena@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
])('parseEmail refuses %j', (text) => {
  expect(parseEmail(text)).toBeUndefined();
});

test.each([
  ['olena@ukr.net', 'o•••@ukr.net'],
  ['o@ukr.net', 'o•••@ukr.net'],
  ['"o@k"@ukr.net', '"•••@ukr.net'],
  ['@ukr.net', ''],
  ['olena', ''],
  ['', ''],
])('maskEmail shows %j as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
