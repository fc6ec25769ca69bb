import { expect, test } from 'vitest';
import { askPause, showMonths } from './document-in-work.tsx';

test.each([
  ['2026-10', '2026-10', 'жовтень 2026'],
  ['2026-01', '2026-10', 'січень – жовтень 2026'],
  ['2025-12', '2026-01', 'грудень 2025 – січень 2026'],
])('months %s to %s are %s', (from, to, words) =>
  expect(showMonths({ from, to }).replaceAll('\u00a0', ' ')).toBe(words),
);

test('it is asked every second at first, then every five', () =>
  expect([0, 4, 5, 8, 500].map(askPause)).toEqual([1000, 1000, 2000, 5000, 5000]));
