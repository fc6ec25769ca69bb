import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findListPartProblems } from './list-parts.ts';

const files = execFileSync('git', ['ls-files', 'web/**/*.tsx'], { encoding: 'utf8' }).trim().split('\n');

test('no page builds a list by itself', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((path) => findListPartProblems(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each(['<FilterBar', '<FilterBar<"year">', '<Pager', '<PeriodButtons'])(
  '%s outside the mechanism is found',
  (part) => {
    expect(findListPartProblems('web/features/bills/bill-list.tsx', `return (\n  ${part} />`)).toEqual([
      expect.stringContaining('web/features/bills/bill-list.tsx:2: '),
    ]);
    expect(findListPartProblems('web/lib/record-list.tsx', part)).toEqual([]);
  },
);
