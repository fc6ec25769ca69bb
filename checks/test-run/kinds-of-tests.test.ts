import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindsOf } from './kinds-of-tests.ts';

const root = join(import.meta.dirname, '../..');

test('each file of tests is of one kind, which a command runs', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const tests = files.split('\n').filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file));
  expect(tests.length).toBeGreaterThan(600);
  expect(tests.filter((file) => kindsOf(file).length !== 1)).toEqual([]);
});

test.each(['portal/a.test.tsx', 'e2e/support/a.test.ts', 'web/a.spec.ts', 'e2e/a.api.test.tsx'])(
  'a file that no command would run is of no kind: %s',
  (file) => expect(kindsOf(file)).toEqual([]),
);
