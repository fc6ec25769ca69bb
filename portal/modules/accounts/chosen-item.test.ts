import { expect, test } from 'vitest';
import { chosenItem } from './change-object.ts';

test.each([
  ['a number', '2390001111', '2390001111'],
  ['a number with spaces from a bill', ' 239 000 1111 ', '2390001111'],
  ['the object', { account: '2390001111', address: 'x' }, '2390001111'],
  ['the object as JSON', '{"account":"2390001111","greenTarif":false}', '2390001111'],
  ['a JSON string', '"2390001111"', '2390001111'],
  ['DELETE', 'DELETE', 'DELETE'],
  ['DELETE as JSON', '"DELETE"', 'DELETE'],
  ['an object that says DELETE', { account: 'DELETE' }, 'DELETE'],
  ['broken JSON', '{"account":', undefined],
  ['an object without account', '{"partner":"1"}', undefined],
  ['a number of another length', '239', undefined],
  ['a JSON null', 'null', undefined],
  ['nothing', '', undefined],
])('a person chooses by %s', (_, item, account) => {
  expect(chosenItem(item)).toBe(account);
});
