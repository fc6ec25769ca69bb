import { expect, test } from 'vitest';
import { isDatabaseAway } from './is-database-away.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ...[
    'ECONNREFUSED',
    'EPIPE',
    'ENOSPC',
    'EROFS',
    '08006',
    '08P01',
    '53100',
    '53300',
    '58030',
    '57P01',
    '25006',
  ].map((code) => [code, withCode(code)] as const),
  ...[
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].map((message) => [message, new Error(message)] as const),
])('isDatabaseAway is true for %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([withCode('23505'), withCode('57014'), withCode('42P01'), new Error('no such account'), 'ENOSPC'])(
  'isDatabaseAway is false for %s',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  },
);
