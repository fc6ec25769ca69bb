import { expect, test } from 'vitest';
import { parseAddress, tidyForwarded } from './client-address.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  [' 198.51.100.7 ', '198.51.100.7'],
  ['198.51.100.8:40000', '198.51.100.8'],
  ['198.51.100.8:', '198.51.100.8'],
  ['"198.51.100.8:40000"', '198.51.100.8'],
  ['2001:db8:1::5', '2001:db8:1::5'],
  ['[2001:db8:1::5]', '2001:db8:1::5'],
  ['[2001:db8:1::5]:40000', '2001:db8:1::5'],
  ['"[2001:db8:1::5]:40000"', '2001:db8:1::5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:40000', 'fe80::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:40000', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:c633:6407', '198.51.100.7'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['c', undefined],
  ["x'y", undefined],
  ['', undefined],
  ['198.51.100.7, 192.0.2.1', undefined],
  ['198.51.100.256', undefined],
  ['198.51.100.7:port', undefined],
  ['[198.51.100.7', undefined],
  ['2001:db8::1::2', undefined],
  ['constructor', undefined],
])('parseAddress(%j) is %j', (entry, address) => {
  expect(parseAddress(entry)).toBe(address);
});

test.each([
  ['198.51.100.7:1, [2001:db8::1]:2', '198.51.100.7, 2001:db8::1'],
  ['unknown, 198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, unknown, 198.51.100.7:5', '198.51.100.7'],
  ['203.0.113.9, unknown', ''],
  ['', ''],
])('tidyForwarded(%j) is %j', (header, tidied) => {
  expect(tidyForwarded(header)).toBe(tidied);
});
