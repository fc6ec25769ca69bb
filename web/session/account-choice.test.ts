import { expect, test } from 'vitest';
import { readChoice } from './account-changes.ts';

test.each<[string, unknown, string | undefined]>([
  ['a number as text', '2390001111', '2390001111'],
  ['a number with zeros in front', '0039000111', '0039000111'],
  ['a number', 2390001111, '2390001111'],
  ['the object', { account: '2390001111', objectName: 'Дім' }, '2390001111'],
  ['the object as a JSON string', '{"account":"2390001111"}', '2390001111'],
  ['DELETE clears', 'DELETE', ''],
  ['DELETE inside an object clears', { account: 'DELETE' }, ''],
  ['DELETE inside a JSON string clears', '{"account":"DELETE"}', ''],
  ['nothing chooses nothing', undefined, undefined],
  ['null chooses nothing', null, undefined],
  ['an empty text chooses nothing', '', undefined],
  ['half a JSON string chooses nothing', '{"account":', undefined],
  ['a JSON null chooses nothing', 'null', undefined],
  ['an object without an account chooses nothing', { partner: '1' }, undefined],
  ['an object inside an object chooses nothing', { account: { account: '2390001111' } }, undefined],
  ['too short a number chooses nothing', '239000111', undefined],
])('%s', (_case, choice, account) => expect(readChoice(choice)).toBe(account));
