import { expect, test } from 'vitest';
import { isOutOfReach } from './queued-line.tsx';
import type { QueuedAnswer } from './queued-reading.ts';

const account = '2390001112';
const refused = (code: string): QueuedAnswer => ({ kind: 'refused', code, message: code, zones: [] });

test.each<[string, QueuedAnswer | undefined, readonly string[] | undefined, boolean]>([
  ['of an object in the cabinet is false', undefined, [account], false],
  ['of a removed object is true', undefined, ['2390001111'], true],
  ['of the last removed object is true', refused('common.notFound'), [], true],
  ['of a meter or object unknown to the server is true', refused('common.notFound'), [account], true],
  ['refused for another reason is false', refused('readings.alreadySubmitted'), [account], false],
  ['of an entity, whose accounts are not all known here, is false', undefined, undefined, false],
])('isOutOfReach of a reading %s', (_, answer, accounts, expected) => {
  expect(isOutOfReach({ account, answer }, accounts)).toBe(expected);
});
