import { expect, test } from 'vitest';
import { type PostgresLogLine, readPostgresLog } from './postgres-log.ts';

function read(pieces: readonly string[], isRunning = true): PostgresLogLine[] {
  const lines: PostgresLogLine[] = [];
  const reader = readPostgresLog(
    (line) => lines.push(line),
    () => isRunning,
  );
  for (const piece of pieces) reader(piece);
  return lines;
}

test.each([
  ['postmaster|00000|LOG:  server process (PID 7) was terminated by signal 9: Killed', 'warn'],
  ['startup|00000|LOG:  database system was interrupted', 'warn'],
  ['autovacuum worker|00000|LOG:  skipping vacuum', 'info'],
  ['checkpointer|53100|ERROR:  could not write to file "pg_wal/xlogtemp": No space left on device', 'error'],
  ['client backend|53100|ERROR:  could not extend file "base/5/16384": No space left on device', 'error'],
  ['client backend|XX001|ERROR:  invalid page in block 7', 'error'],
  ['client backend|23505|ERROR:  duplicate key value violates unique constraint "one"', 'debug'],
  ['client backend|28P01|FATAL:  password authentication failed for user "svitlo"', 'error'],
  ['client backend|57P01|FATAL:  terminating connection due to administrator command', 'info'],
  ['client backend|57P03|FATAL:  the database system is starting up', 'info'],
  ['walwriter|53100|PANIC:  could not write to file', 'error'],
  ['client backend|01000|WARNING:  there is no transaction in progress', 'warn'],
])('%s', (line, level) => {
  const text = line.slice(line.indexOf(':') + 3);
  expect(read([`${line}\n`])).toEqual([{ level, text }]);
});

test('readPostgresLog does not warn about start and stop of the cluster', () => {
  const line = 'postmaster|00000|LOG:  received fast shutdown request\n';
  expect(read([line], false)).toEqual([{ level: 'info', text: 'received fast shutdown request' }]);
});

test('readPostgresLog joins chunks; a continuation line has the level of its first line', () => {
  const pieces = ['checkpointer|58030|ERR', 'OR:  could not\n\tfsync', ' file\nmalloc(): corrupted\n'];
  expect(read(pieces)).toEqual([
    { level: 'error', text: 'could not' },
    { level: 'error', text: 'fsync file' },
    { level: 'warn', text: 'malloc(): corrupted' },
  ]);
});
