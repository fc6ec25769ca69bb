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
    '57014',
    '25P03',
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

test.each([withCode('23505'), withCode('42P01'), new Error('no such account'), 'ENOSPC'])(
  'isDatabaseAway is false for %s',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  },
);

test.each([
  ['a cause', new Error('not stored', { cause: withCode('53100') })],
  ['the cause of a cause', new Error('a', { cause: new Error('b', { cause: withCode('ECONNREFUSED') }) })],
  ['one of several errors', new AggregateError([new Error('other'), withCode('ENOSPC')])],
  ['the cause of one of several errors', new AggregateError([new Error('b', { cause: withCode('57P01') })])],
])('isDatabaseAway looks at %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test('isDatabaseAway is false for other causes, also when they are a circle', () => {
  expect(isDatabaseAway(new Error('a', { cause: withCode('23505') }))).toBe(false);
  const circle = new Error('a');
  circle.cause = new Error('b', { cause: circle });
  expect(isDatabaseAway(circle)).toBe(false);
});
