import { expect, test } from 'vitest';
import type { Statement } from '#billing/modules/bank-statements/public.ts';
import { statementProblemCodes } from '#contract/values/bank-statement.ts';
import { statementProblemText, statementReport } from './bank-statement-report.ts';

const options = { path: 'statement.csv', formatName: 'bank-statement' };
const statement: Statement = {
  statementNumber: 7,
  settings: {
    name: 'bank-statement',
    title: 'Bank',
    encoding: 'utf-8',
    delimiter: ';',
    hasHeader: true,
    columns: { date: 'd', sum: 's' },
    dateFormat: 'DD.MM.YYYY',
    decimalMark: ',',
  },
  fileName: 'statement.csv',
  fileDigest: null,
  byteCount: 1n,
  actor: 'import',
  reference: '',
  createdAt: 0 as Statement['createdAt'],
  finishedAt: null,
  state: 'done',
  bytesDone: 1n,
  rowCount: 3,
  rowKopiykas: 60_000n,
  firstDay: null,
  lastDay: null,
  skippedCount: 0,
  skipped: [],
  problemCount: 0,
  problems: [],
  dryRun: null,
  bookedThrough: 4,
  matchedCount: 1,
  matchedKopiykas: 10_000n,
  duplicateCount: 1,
  duplicateKopiykas: 20_000n,
  unmatchedCount: 1,
  unmatchedKopiykas: 30_000n,
  foreignCount: 0,
  foreignKopiykas: 0n,
};

test('reports the number and sum of rows by result', () => {
  expect(statementReport({ kind: 'done', statement }, options)).toEqual({
    lines: [
      'Statement 7, 3 (600.00) rows: 1 (100.00) matched, 1 (200.00) duplicates, 1 (300.00) wait for an operator.',
    ],
    isRight: true,
  });
});

test('reports the expected results of a dry run', () => {
  const total = (count: number, sum: string) => ({ count, sum });
  const dryRun = {
    rows: total(2, '3.00'),
    matched: total(1, '1.00'),
    duplicate: total(0, '0.00'),
    unmatched: total(1, '2.00'),
    foreign: total(0, '0.00'),
  };
  const { lines } = statementReport(
    { kind: 'tried', statement: { ...statement, state: 'checked', dryRun } },
    options,
  );
  expect(lines[0]).toContain('1 (1.00) would be matched');
});

test('reports problems with line, column and value, and counts the rest', () => {
  const problems = [{ line: 3, column: 'Сума', code: 'value.sum', value: 'сто' } as const];
  const { lines, isRight } = statementReport(
    { kind: 'refused', statement: { ...statement, problems, problemCount: 9 } },
    options,
  );
  expect(isRight).toBe(false);
  expect(lines).toEqual([
    'statement.csv:3 Сума: not a sum as the format says [сто]',
    '9 problems found, nothing was booked. The first 1 are listed.',
  ]);
});

test.each(['noFile', 'noFormat', 'busy'] as const)('reports %s in one line', (kind) => {
  const { lines, isRight } = statementReport({ kind }, options);
  expect([lines.length, isRight]).toEqual([1, false]);
});

test('every problem has a text', () => {
  expect(Object.keys(statementProblemText).sort()).toEqual([...statementProblemCodes].sort());
});
