import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIn0.c2lnbmF0dXJl';

test.each([
  ['a token anywhere', `failed with ${token} at`, 'failed with [token] at'],
  ['a token without a signature', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.', '[token]'],
  ['a password in JSON', '{"password":"my secret, word"}', '{"password":"[removed]"}'],
  ['a password in quoted JSON', '{\\"password\\":\\"my secret\\"}', '{\\"password\\":\\"[removed]\\"}'],
  ['a password in an address', '/sign-in?password=Svitlo-2026&x=1', '/sign-in?password=[removed]&x=1'],
  ['a password in words', 'Password: Svitlo-2026 is wrong', 'Password: [removed] is wrong'],
  ['a basic-auth pair', 'Basic KzM4MDUwOnB3 refused', 'Basic [removed] refused'],
  ['a bearer token', 'Bearer abcdef.123456', 'Bearer [removed]'],
  ['a cookie', 'cookie: a=b; session=c\nhost: d', 'cookie: [removed]\nhost: d'],
  ['a cookie in JSON', '{"set-cookie":"session=c; Secure","x":1}', '{"set-cookie":"[removed]","x":1}'],
  ['a second step', '{"challenge":"0199f000-0000"}', '{"challenge":"[removed]"}'],
  ['codes kept for need', '{"recoveryCodes":["AB3DE-FGH4J","K"]}', '{"recoveryCodes":[removed]}'],
  ['the secret of an application', 'otpauth://totp/x?secret=ABC&y', 'otpauth://totp/x?secret=[removed]&y'],
  ['an e-mail', 'to iryna.k+1@poshta.example: refused', 'to [e-mail]: refused'],
  [
    'the password of a mail server',
    'smtp://cabinet:w0rd!@mail.a.example:587/',
    'smtp://[removed]@mail.a.example:587/',
  ],
  [
    'the password of a database',
    'postgres://svitlo:pw@127.0.0.1:5432/x',
    'postgres://[removed]@127.0.0.1:5432/x',
  ],
  ['a phone', 'user +380501110001 left', 'user [phone] left'],
  ['a phone in groups', '+38 (050) 111-00-01', '[phone]'],
  ['a phone in an address', 'login=%2B380501110001', 'login=[phone]'],
  ['a phone without its plus', '380501110001', '[phone]'],
  ['a NUL that PostgreSQL refuses', 'a\0b', 'ab'],
])('removes %s', (_, text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});

test.each([
  'TypeError: x is undefined',
  'account 2390001111',
  '12345.67',
  'at decode (codec.js:12)',
  'run@https://a.example/x.js:1:2',
])('leaves ordinary text unchanged: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('replaces a lone surrogate, which jsonb refuses, with U+FFFD', () => {
  expect(withoutSecrets('a\ud800b')).toBe('a\ufffdb');
});

test('leaves text that only begins like a token', () => {
  expect(withoutSecrets('eyJ'.repeat(2667))).toBe('eyJ'.repeat(2667));
  expect(withoutSecrets('eyJhbGciOi.eyJz')).toBe('eyJhbGciOi.eyJz');
});

test('removes a token after other dotted words or letters', () => {
  expect(withoutSecrets(`${'eyJ'.repeat(2667)} x_${token}`)).toBe(`${'eyJ'.repeat(2667)} x_[token]`);
  expect(withoutSecrets(`token%20${token}`)).not.toContain('eyJzaWQ');
});

// A pattern that backtracks from every character would take minutes on one of these.
const length = 600_000;
const long = (part: string, end = '') => part.repeat(Math.ceil(length / part.length)) + end;
test.each([
  ['beginnings of tokens', long('eyJ')],
  ['beginnings of tokens with a dot', long('eyJ-', '.x')],
  ['dots', long('eyJ.')],
  ['a name without an address', long('a.')],
  ['an address without a dot', `a@${long('b')}`],
  ['names of nobody', long('a@')],
  ['secrets that never end', long('"code":')],
  ['quotes that never close', long(`'code':"`, `'code':\\'`)],
  ['a secret far away', `code${long(' ')}`],
  ['equals far away', `code=${long(' ')}"`],
  ['cookies far away', `cookie${long(' ')}`],
  ['lines after a cookie', `cookie:${long('\n')}"`],
  ['lists that never close', long('recoveryCodes:[')],
  ['addresses without a host', long('a://b:')],
  ['addresses without a colon', `a://${long('b')}`],
  ['words before an address', long('ab')],
  ['a header far away', `Bearer${long(' ')}`],
  ['beginnings of phones', long('38')],
  ['phones that are too short', long('380 ')],
  ['phones in gaps', `38${long(' ')}0${long('-')}`],
])('reads a long text in linear time: %s', (_, text) => {
  expect(typeof withoutSecrets(text)).toBe('string');
});
