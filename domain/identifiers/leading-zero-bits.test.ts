import { expect, test } from 'vitest';
import { countLeadingZeroBits } from './leading-zero-bits.ts';

test.each([
  [[0b1000_0000], 0],
  [[0b1111_1111, 0], 0],
  [[0b0000_0001, 0], 7],
  [[0, 0b0001_0000], 11],
  [[0, 0, 0b0000_0001], 23],
  [[0, 0], 16],
  [[], 0],
])('countLeadingZeroBits: the bytes %j begin with %i zero bits', (bytes, bits) => {
  expect(countLeadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
});
