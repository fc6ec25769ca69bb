import { expect, test } from 'vitest';
import { parseEmail } from './email.ts';

test.each([
  ['olena@example.com', 'olena@example.com'],
  [' Olena.Kovalenko+light@Mail.Example.COM.UA ', 'olena.kovalenko+light@mail.example.com.ua'],
  ['a@b.ua', 'a@b.ua'],
  ['o@xn--80ak6aa92e.xn--j1amh', 'o@xn--80ak6aa92e.xn--j1amh'],
])('the address %j is %s', (text, email) => {
  expect(parseEmail(text)).toBe(email);
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
  `${'a'.repeat(65)}@example.com`,
  `olena@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
])('%j is no address', (text) => {
  expect(parseEmail(text)).toBeUndefined();
});
