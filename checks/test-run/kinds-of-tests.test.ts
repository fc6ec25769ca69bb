import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Where the tests of each kind are; `npm test` runs all but the last two, `npm run test:all` all. */
const kinds: Readonly<Record<string, RegExp>> = {
  unit: /^(?!web\/|e2e\/)(?!.*\.(api|fault)\.test\.ts$).*\.test\.ts$/,
  web: /^web\/(?!.*\.(api|fault)\.test\.ts$).*\.test\.ts$/,
  components: /^web\/.*\.test\.tsx$/,
  api: /^(?!e2e\/).*\.api\.test\.ts$/,
  pages: /^e2e\/pages\/.*\.test\.tsx?$/,
  'main jobs': /^e2e\/main-jobs\/[^/]+\.test\.ts$/,
  faults: /^(?!e2e\/).*\.fault\.test\.ts$/,
  journeys: /^e2e\/[^/]+\.test\.ts$/,
};

const kindsOf = (file: string) => Object.keys(kinds).filter((kind) => kinds[kind]?.test(file));

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
