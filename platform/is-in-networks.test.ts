import { expect, test } from 'vitest';
import { isInNetworks, isPrivateAddress } from './is-in-networks.ts';

test.each([
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1%eth0', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['64:ff9b::7f00:1', true],
  ['2001:4860:4860::8888', false],
])('isPrivateAddress(%s) is %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

test('isInNetworks takes an IPv4 address mapped to IPv6 as IPv4, in whatever spelling', () => {
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109'])
    expect(isInNetworks(address, ['203.0.113.0/24'])).toBe(true);
});
