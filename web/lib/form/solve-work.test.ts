import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';
import { solveWork } from '../call-sms.ts';

test('solveWork finds a nonce whose hash begins with the zero bits that are asked for', async () => {
  const nonce = await solveWork('a challenge', 8);
  const hash = createHash('sha256').update(`a challenge:${nonce}`).digest();
  expect(hash[0]).toBe(0);
});

test.each([
  [[0x80, 0], 0],
  [[0x01, 0xff], 7],
  [[0, 0x10], 11],
  [[0, 0], 16],
])('countLeadingZeroBits of %j is %d', (bytes, bits) => {
  expect(countLeadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
});
