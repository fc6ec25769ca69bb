import { expect, test } from 'vitest';
import { findAccounts } from './account-tiles.tsx';

const account = (number: string, objectName: string, address: string) => ({
  account: number,
  objectName,
  address,
  greenTarif: false,
  placeId: '',
});
const accounts = [
  account('1000000002', 'Магазини', 'Вінниця, вул. Київська, 4'),
  account('1000000003', 'Склад', 'Вінниця, вул. Зелена, 1'),
];

test.each([
  ['', 2],
  ['вінниця', 2],
  ['склад вінниця', 1],
  ['1000000003', 1],
  ['склад київська', 0],
])('findAccounts by «%s» finds %i', (term, expected) => {
  expect(findAccounts(accounts, term)).toHaveLength(expected);
});
