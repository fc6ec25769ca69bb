import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSlips, withSlip } from './read-slips.ts';

const root = join(import.meta.dirname, '..', '..');
const slips = readSlips();

test('slips.txt has forty slips with different names, in every room', () => {
  expect(slips.length).toBeGreaterThanOrEqual(40);
  expect(new Set(slips.map(({ name }) => name)).size).toBe(slips.length);
  const rooms = [...new Set(slips.map(({ file }) => file.split('/')[0]))].sort();
  expect(rooms).toEqual(['billing', 'cli', 'contract', 'domain', 'platform', 'portal', 'sample', 'web']);
});

test.each(slips)('$name: its text occurs once and its test exists', (slip) => {
  expect(slip.name).toMatch(new RegExp(`^${slip.file.split('/')[0]}: `));
  expect(withSlip(readFileSync(join(root, slip.file), 'utf8'), slip)).not.toBe('');
  expect(existsSync(join(root, slip.test)), slip.test).toBe(true);
});

test('withSlip refuses a text that is absent or repeated', () => {
  const slip = { name: 'a slip', file: 'a.ts', test: 'a.test.ts', original: 'one', replacement: 'two' };
  expect(withSlip('(one)', slip)).toBe('(two)');
  expect(() => withSlip('(two)', slip)).toThrow('not in a.ts');
  expect(() => withSlip('(one, one)', slip)).toThrow('more than once in a.ts');
});
