import { expect, test } from 'vitest';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const cabinet = provideTestApp({
  environment: { SIGN_IN_FAILURES_PER_ADDRESS: '3', CODES_PER_ADDRESS: '3' },
  hasSupplier: true,
});

let people = 0;

/** A new caller from an address: with a wrong password, or requesting a code. */
async function askFrom(remoteAddress: string, path: string, more: object, password: string): Promise<number> {
  people += 1;
  const phone = `+38067${1_000_000 + people}`;
  const pair = Buffer.from(`${phone}:${password}`).toString('base64');
  const { statusCode } = await cabinet.app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: { 'content-type': 'application/json', authorization: `Basic ${pair}` },
    payload: JSON.stringify({ phone, userType: 'person', ...more }),
  });
  return statusCode;
}

test.each([
  ['/api/auth/person', {}, 'Не-той-пароль-1', 401],
  ['/api/auth/sms', { action: 'login' }, '', 200],
] as const)('%s: whoever has a whole IPv6 network is one caller', async (path, more, password, usual) => {
  const ask = (address: string) => askFrom(address, path, more, password);
  const own = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff:ffff:ffff:ffff'];
  for (const address of own) expect(await ask(address)).toBe(usual);
  expect(await ask('2001:db8:1:2:aaaa::7')).toBe(429);
  expect(await ask('2001:db8:1:3::1')).toBe(usual);
  expect(await ask('192.0.2.7')).toBe(usual);
});
