import { expect, test } from 'vitest';
import { isOutOfReach } from './is-out-of-reach.ts';
import type { WaitingAnswer } from './waiting-reading.ts';

const account = '2390001112';
const refused = (code: string): WaitingAnswer => ({ kind: 'refused', code, message: code, zones: [] });

test.each<[string, WaitingAnswer | undefined, readonly string[] | undefined, boolean]>([
  ['of an object of the cabinet has its form', undefined, [account], false],
  ['of an object that is gone has no page', undefined, ['2390001111'], true],
  ['of the last object that is gone has no page', refused('common.notFound'), [], true],
  [
    'of a meter or object that the server does not find has no page',
    refused('common.notFound'),
    [account],
    true,
  ],
  [
    'that is refused for another reason is told in its form',
    refused('readings.alreadySubmitted'),
    [account],
    false,
  ],
  ['of a firm, whose accounts are not all known here, has its form', undefined, undefined, false],
])('a reading %s', (_, answer, accounts, expected) => {
  expect(isOutOfReach({ account, answer }, accounts)).toBe(expected);
});
