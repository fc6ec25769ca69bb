import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Files of code in a folder itself; what is over gets sub-folders named after sub-concepts. */
const maxFiles = 15;

/** Lists of one file per concept, value or URL, which grow with the product and are found by their name. */
const lists = ['contract', 'contract/values', 'billing/api', 'web/app/pages/person'];

/** Folders with more files of code than allowed, tests not counted; each with its count. */
function findLargeFolders(files: readonly string[]): string[] {
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));
  return [...Map.groupBy(code, dirname)]
    .filter(([folder, { length }]) => length > maxFiles && !lists.includes(folder))
    .map(([folder, { length }]) => `${folder}: ${length} files, at most ${maxFiles}`);
}

test('a folder has at most 15 files of code', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n');
  expect(files.length).toBeGreaterThan(1500);
  expect(findLargeFolders(files)).toEqual([]);
});

test('findLargeFolders names a folder with 16 files and no list of concepts', () => {
  const files = Array.from({ length: 16 }, (_, index) => [
    `web/ui/part-${index}.tsx`,
    `contract/part-${index}.ts`,
  ]);
  expect(findLargeFolders(files.flat())).toEqual(['web/ui: 16 files, at most 15']);
  expect(findLargeFolders([...files.flat().slice(2), 'web/ui/part.test.ts'])).toEqual([]);
});
