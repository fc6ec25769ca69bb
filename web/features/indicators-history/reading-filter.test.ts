import { expect, test } from 'vitest';
import { readReadingFilter } from './reading-filter.ts';

test('an address gives its filter back, a serial number with its zeros', () => {
  const filter = { from: '2026-01-01', source: 'operator', state: 'superseded', meterSerial: '0012300' };
  expect(readReadingFilter(filter)).toEqual(filter);
});

test('what a broken address says beside is left out', () => {
  expect(readReadingFilter({ to: '2026-13-01', source: 'me', state: 'accepted' })).toEqual({
    state: 'accepted',
  });
});
