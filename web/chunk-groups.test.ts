import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups } from './chunk-groups.ts';

/** Splits a pattern at each `|` outside of parentheses. */
function splitAlternatives(pattern: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of pattern) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** A pattern without groups for each of its alternatives: `a/(b|c)` gives `a/b` and `a/c`; a look-ahead stays. */
function expand(pattern: string): readonly string[] {
  const expanded = splitAlternatives(pattern).flatMap((part) => {
    const group = /\((?!\?)([^()]*)\)(?!\?)/.exec(part);
    if (!group) return [part];
    const [whole, names = ''] = group;
    const [before, after] = [part.slice(0, group.index), part.slice(group.index + whole.length)];
    return names.split('|').flatMap((name) => expand(before + name + after));
  });
  return [...new Set(expanded)];
}

test('expand writes out nested groups', () =>
  expect(expand('a/(b|c/(d|e))|f(?!g)')).toEqual(['a/b', 'a/c/d', 'a/c/e', 'f(?!g)']));

test('each alternative of a chunk group matches a file', () => {
  const root = join(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const stale = chunkGroups
    .flatMap(({ test: { source } }) => expand(source.replaceAll('\\/', '/')))
    .filter((pattern) => !pattern.startsWith('node_modules'))
    .filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)));
  expect(stale).toEqual([]);
});
