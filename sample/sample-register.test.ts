import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { sampleRegister } from './sample-register.ts';

test('the register of the sample is of the day before', () => {
  const lines = sampleRegister(localDate('2026-11-01')).trim().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines.slice(1).every((line) => line.startsWith('"2026-10-31",'))).toBe(true);
});
