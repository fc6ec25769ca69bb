import { expect, it } from 'vitest';
import { megabytes } from './send-file.ts';

it.each([
  [0, '0'],
  [100_000, '0,1'],
  [1_468_006, '1,4'],
  [1_048_575, '1'],
  [314_572_800, '300'],
  [1_153_433_600, '1\u00a0100'],
])('megabytes formats %d bytes as %s', (bytes, shown) => expect(megabytes(bytes)).toBe(shown));
