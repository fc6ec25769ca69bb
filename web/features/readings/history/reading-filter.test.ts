import { expect, test } from 'vitest';
import { readReadingFilter } from './reading-filter.ts';

test('readReadingFilter restores the filter of a URL, with the zeros of a serial number', () => {
  const filter = { from: '2026-01-01', source: 'operator', state: 'superseded', meterSerial: '0012300' };
  expect(readReadingFilter(filter)).toEqual(filter);
});

test('readReadingFilter ignores invalid values', () => {
  expect(readReadingFilter({ to: '2026-13-01', source: 'me', state: 'accepted' })).toEqual({
    state: 'accepted',
  });
});
