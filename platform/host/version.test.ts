import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { commitOfCheckout, describeVersion, productVersion, readVersionOf } from './version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svitlo-version-'));
  return () => rmSync(folder, { recursive: true, force: true });
});
const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));

test('an artifact says version and commit of its build, not those of its package.json', () => {
  write('package.json', { version: '0.9.0' });
  write('artifact.json', { version: '1.2.0', commit: 'abc', digest: 'd' });
  expect(readVersionOf(folder)).toEqual({ version: '1.2.0', commit: 'abc' });
});

test('an artifact that was built outside of git has no commit', () => {
  write('artifact.json', { version: '1.2.0', digest: 'd' });
  expect(readVersionOf(folder)).toEqual({ version: '1.2.0', commit: 'dev' });
});

test('a folder outside of git has the version of its package.json and no commit', () => {
  write('package.json', { version: '1.2.0' });
  expect(readVersionOf(folder)).toEqual({ version: '1.2.0', commit: 'dev' });
  expect(commitOfCheckout(folder)).toBeUndefined();
});

test('a checkout has the commit of its HEAD', () => {
  write('package.json', { version: '1.2.0' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'a');
  expect(readVersionOf(folder)).toEqual({ version: '1.2.0', commit: git('rev-parse', 'HEAD').trim() });
});

test('the version of this process is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(productVersion().version).toBe(version);
});

test.each([
  ['0123456789abcdef0123456789abcdef01234567', '1.0.0 (0123456)'],
  ['0123456789abcdef0123456789abcdef01234567-changed', '1.0.0 (0123456-changed)'],
  ['dev', '1.0.0 (dev)'],
])('describeVersion shortens the commit %s', (commit, shown) => {
  expect(describeVersion({ version: '1.0.0', commit })).toBe(shown);
});
