import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findListPartProblems, findRowsProblems, noListPages } from './list-parts.ts';

const files = execFileSync('git', ['ls-files', 'web/**/*.tsx'], { encoding: 'utf8' }).trim().split('\n');
const page = 'web/features/bills/bill-table.tsx';

test('no page builds a list by itself', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((path) => findListPartProblems(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each(['<FilterBar', '<FilterBar<"year">', '<Pager', '<PeriodButtons', 'useInfiniteQuery('])(
  '%s outside the mechanism is found',
  (part) => {
    expect(findListPartProblems(page, `return (\n  ${part} />`)).toEqual([
      expect.stringContaining(`${page}:2: `),
    ]);
    expect(findListPartProblems('web/lib/list/record-list.tsx', part)).toEqual([]);
  },
);

test.each(['<DataTable rows={bills} />', '<ul>', '<Stack as="ul">'])(
  'rows of a list call as %s are found',
  (rows) => {
    const text = `useQuery(accountQuery(listBills, account));\n${rows}`;
    expect(findListPartProblems(page, text)).toEqual([expect.stringContaining('listBills')]);
    expect(findListPartProblems(page, `${text}\n<RecordList`)).toEqual([]);
  },
);

test.each(Object.keys(noListPages))('the exception %s is needed', (path) => {
  expect(findRowsProblems(path, readFileSync(path, 'utf8'))).toHaveLength(1);
});
