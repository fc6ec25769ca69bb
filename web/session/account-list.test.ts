import { expect, test } from 'vitest';
import { changeAccount, sortAccounts } from './areas-of-accounts.ts';

const object = (account: string, objectName = 'Дім') => ({ account, objectName });
const two = [object('0390001111'), object('2390001113')];

test('objects are in the order of their numbers, whatever order they came in', () => {
  const mixed = [object('2390001113'), object('0390001111'), object('2390001112')];
  expect(sortAccounts(mixed).map((item) => item.account)).toEqual(['0390001111', '2390001112', '2390001113']);
  expect(mixed[0]?.account).toBe('2390001113');
});

test('a renamed object has its new name, the others keep theirs', () => {
  const changed = changeAccount(two, '2390001113', { objectName: 'Гараж' });
  expect(changed).toEqual([two[0], object('2390001113', 'Гараж')]);
  expect(changeAccount(two, '2390009999', { objectName: 'Гараж' })).toEqual(two);
});
