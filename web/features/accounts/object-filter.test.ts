import { describe, expect, test } from 'vitest';
import { filterObjects, isOwing, type ObjectFilter, type ObjectState } from './object-filter.ts';

const object = (account: string, objectName: string, address: string) => ({
  account,
  objectName,
  address,
  greenTarif: false,
  placeId: '',
});
const accounts = [
  object('2390001111', 'Дача', 'Стрий, вул. Зелена, 5'),
  object('2390001112', 'Львів, вул. Під’їзна, 14', 'Львів, вул. Під’їзна, 14'),
  object('2390001113', 'Гараж', 'Львів, вул. Зелена, 140'),
];
const state = (account: string, sums: Partial<ObjectState>): [string, ObjectState] => [
  account,
  { account, debet: '0.00', credit: '0.00', acts: '0.00', asksReading: false, ...sums },
];
const states = new Map([
  state('2390001111', { debet: '432.50' }),
  state('2390001112', { acts: '3000.50', asksReading: true }),
]);
const found = (term: string, filter: ObjectFilter = 'all') =>
  filterObjects(accounts, states, { term, filter }).map(({ account }) => account.slice(-1));

describe('filterObjects', () => {
  test.each([
    ['', ['1', '2', '3']],
    ['  ', ['1', '2', '3']],
    ['дача', ['1']],
    ['зелена', ['1', '3']],
    ['ЗЕЛЕНА, львів', ['3']],
    ["під'їзна 14", ['2']],
    ['1112', ['2']],
    ['Київ', []],
  ])('finds objects by «%s»', (term, expected) => expect(found(term)).toEqual(expected));

  test('finds objects with a debt and objects that need a reading', () => {
    expect(found('', 'owing')).toEqual(['1', '2']);
    expect(found('', 'asking')).toEqual(['2']);
    expect(found('дача', 'asking')).toEqual([]);
  });
});

test('isOwing is true for an unpaid act without other debt', () => {
  expect(isOwing({ debet: '0.00', acts: '0.10' })).toBe(true);
  expect(isOwing({ debet: '0', acts: '0.00' })).toBe(false);
});
