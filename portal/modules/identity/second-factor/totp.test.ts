import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { findTotpStep, newTotpSecret, totpUri } from './check-code.ts';

// The secret of RFC 6238, appendix B: '12345678901234567890'.
const secret = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number) => (seconds * 1000) as Instant;

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('at %i seconds the code of the standard is %s', (seconds, code, step) => {
  expect(findTotpStep(secret, code, at(seconds))).toBe(step);
});

test('a clock that is half a minute off is forgiven, one that is further off is not', () => {
  const found = [-60, -30, 0, 30, 60].map((drift) =>
    findTotpStep(secret, '050471', at(1_111_111_111 + drift)),
  );
  expect(found).toEqual([undefined, 37_037_037, 37_037_037, 37_037_037, undefined]);
});

test.each(['050472', '50471', '0504711', '', 'ABCDEF', '٠٥٠٤٧١'])('%j is no code of this moment', (code) => {
  expect(findTotpStep(secret, code, at(1_111_111_111))).toBe(undefined);
});

test('a new secret has 160 bits and is another each time', () => {
  const [first, second] = [newTotpSecret(), newTotpSecret()];
  expect(first).toMatch(/^[A-Z2-7]{32}$/);
  expect(first).not.toBe(second);
});

test('the address for applications names the cabinet, the login and the secret', () => {
  const uri = new URL(totpUri(secret, '+380501110001'));
  expect(decodeURIComponent(uri.pathname)).toContain('Світло:+380501110001');
  const facts = { issuer: 'Світло', secret, algorithm: 'SHA1', digits: '6', period: '30' };
  expect(Object.fromEntries(uri.searchParams)).toEqual(facts);
});
