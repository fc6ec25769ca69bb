import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { sampleStatement } from './sample-bank-statement.ts';

test('sampleStatement is dated on the previous day', () => {
  const lines = sampleStatement(localDate('2026-11-01')).trim().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines.slice(1).every((line) => line.startsWith('"2026-10-31",'))).toBe(true);
});
