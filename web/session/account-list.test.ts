import { expect, test } from 'vitest';
import { changeAccount, putAccount, removeAccount, sortAccounts } from './account-list.ts';

const object = (account: string, objectName = 'Дім') => ({ account, objectName });
const two = [object('0390001111'), object('2390001113')];

test('objects stand in the order of their numbers, whatever order they came in', () => {
  const mixed = [object('2390001113'), object('0390001111'), object('2390001112')];
  expect(sortAccounts(mixed).map((item) => item.account)).toEqual(['0390001111', '2390001112', '2390001113']);
  expect(mixed[0]?.account).toBe('2390001113');
});

test.each([
  [
    'a new object is put in its place',
    putAccount(two, object('2390001112')),
    ['0390001111', '2390001112', '2390001113'],
  ],
  [
    'an object that is there already is replaced',
    putAccount(two, object('2390001113', 'Гараж')),
    ['0390001111', '2390001113'],
  ],
  ['a removed object is gone', removeAccount(two, '0390001111'), ['2390001113']],
  ['an unknown number removes nothing', removeAccount(two, '2390009999'), ['0390001111', '2390001113']],
])('%s', (_sentence, list, numbers) => {
  expect(list.map((item) => item.account)).toEqual(numbers);
});

test('a renamed or replaced object has its new name, the others keep theirs', () => {
  expect(changeAccount(two, '2390001113', { objectName: 'Гараж' })).toEqual([
    two[0],
    object('2390001113', 'Гараж'),
  ]);
  expect(putAccount(two, object('0390001111', 'Дача'))).toEqual([object('0390001111', 'Дача'), two[1]]);
  expect(changeAccount(two, '2390009999', { objectName: 'Гараж' })).toEqual(two);
});
