import { expect, expectTypeOf, test } from 'vitest';
import { readSearch } from './page-search.ts';
import { paymentSearch, readingSearch } from './pages.ts';

test('readSearch restores the filter of a URL, with the zeros of a serial number', () => {
  const filter = { from: '2026-01-01', source: 'operator', state: 'superseded', meterSerial: '0012300' };
  expect(readSearch(readingSearch, filter)).toEqual(filter);
});

test('readSearch leaves out what is invalid, empty, or not of the page', () => {
  const search = { from: 'yesterday', to: '', purpose: 'rent', state: 'done', account: '2390001111' };
  expect(readSearch(paymentSearch, search)).toEqual({ state: 'done' });
});

test.each([
  ['day', '2026-11-05', '2026-11-05'],
  ['day', '2026-11-05T10:00:00Z', '2026-11-05'],
  ['day', '2028-02-29', '2028-02-29'],
  ['day', '2026-02-29', undefined],
  ['day', '2026-02-30', undefined],
  ['day', '2026-13-05', undefined],
  ['day', '2026-11', undefined],
  ['day', '1999-01-01', undefined],
  ['day', 'tomorrow', undefined],
  ['day', undefined, undefined],
  ['month', '2026-12', '2026-12'],
  ['month', '2026-13', undefined],
  ['month', '2026-12-01', undefined],
  ['year', '2026', 2026],
  ['year', 2026, 2026],
  ['year', '26', undefined],
  ['year', '2026x', undefined],
  ['text', '0012300', '0012300'],
  [{ maxLength: 3 }, '0012300', '001'],
  [['one', 'other'], 'other', 'other'],
  [['one', 'other'], 'another', undefined],
] as const)('readSearch of a parameter %j: %s is %s', (param, value, read) => {
  expect(readSearch({ param }, { param: value })).toEqual(read === undefined ? {} : { param: read });
});

test('readSearch keeps whatever texts there are by the parameter *, and judges those that have a name', () => {
  const search = { from: 'never', till: '2026-11-01', code: '', '*': 'x' };
  expect(readSearch({ from: 'day', '*': 'text' }, search)).toEqual({ till: '2026-11-01', '*': 'x' });
});

test('readSearch has the type of each parameter', () => {
  const search = readSearch({ year: 'year', zone: ['day', 'night'], q: 'text' }, {});
  expectTypeOf(search).toEqualTypeOf<{ year?: number; zone?: 'day' | 'night'; q?: string }>();
});
