import { expect, test } from 'vitest';
import { registerProblemCodes } from '#billing/api/registers.ts';
import type { Register } from '#billing/modules/registers/public.ts';
import { registerProblemText, registerReport } from './register-report.ts';

const options = { path: 'statement.csv', formatName: 'bank-statement' };
const register: Register = {
  registerNumber: 7,
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
  createdAt: 0 as Register['createdAt'],
  finishedAt: null,
  state: 'done',
  bytesDone: 1n,
  rowCount: 3,
  rowKopiykas: 60_000n,
  firstDay: null,
  lastDay: null,
  skippedCount: 0,
  problemCount: 0,
  problems: [],
  trial: null,
  judgedThrough: 4,
  matchedCount: 1,
  matchedKopiykas: 10_000n,
  duplicateCount: 1,
  duplicateKopiykas: 20_000n,
  unmatchedCount: 1,
  unmatchedKopiykas: 30_000n,
  foreignCount: 0,
  foreignKopiykas: 0n,
};

test('an import tells how many rows became what, with their sums', () => {
  expect(registerReport({ kind: 'done', register }, options)).toEqual({
    lines: [
      'Register 7, 3 (600.00) rows: 1 (100.00) matched, 1 (200.00) duplicates, 1 (300.00) wait for an operator.',
    ],
    isRight: true,
  });
});

test('a trial tells what would be', () => {
  const total = (count: number, sum: string) => ({ count, sum });
  const trial = {
    rows: total(2, '3.00'),
    matched: total(1, '1.00'),
    duplicate: total(0, '0.00'),
    unmatched: total(1, '2.00'),
    foreign: total(0, '0.00'),
  };
  const { lines } = registerReport(
    { kind: 'tried', register: { ...register, state: 'checked', trial } },
    options,
  );
  expect(lines[0]).toContain('1 (1.00) would be matched');
});

test('a file with problems tells the line, the column and what stands there, and counts the rest', () => {
  const problems = [{ line: 3, column: 'Сума', code: 'value.sum', value: 'сто' } as const];
  const { lines, isRight } = registerReport(
    { kind: 'refused', register: { ...register, problems, problemCount: 9 } },
    options,
  );
  expect(isRight).toBe(false);
  expect(lines).toEqual([
    'statement.csv:3 Сума: not a sum as the format says [сто]',
    '9 problems found, nothing was booked. The first 1 are listed.',
  ]);
});

test.each(['noFile', 'noFormat', 'busy'] as const)('%s is told in one line', (kind) => {
  const { lines, isRight } = registerReport({ kind }, options);
  expect([lines.length, isRight]).toEqual([1, false]);
});

test('every problem has its words', () => {
  expect(Object.keys(registerProblemText).sort()).toEqual([...registerProblemCodes].sort());
});
