import { expect, test } from 'vitest';
import type { ImportProblem } from '#billing/modules/import/public.ts';
import { problemLine, problemReport } from './import-problem-text.ts';
import { createProgressPrinter } from './import-progress-printer.ts';

const problem: ImportProblem = {
  file: 'readings.csv',
  line: 17,
  column: 'value',
  code: 'dial.tooHigh',
  value: '123456',
};

test('problemLine has file, line, column and value', () => {
  expect(problemLine(problem)).toBe(
    'readings.csv:17 value: is more than the dial of the meter can show [123456]',
  );
  expect(problemLine({ ...problem, line: null, column: null, code: 'file.missing', value: '' })).toBe(
    'readings.csv: the file is missing',
  );
});

test('problemReport counts all problems, including those not listed', () => {
  expect(problemReport([problem], 1).at(-1)).toBe('1 problem found, nothing was loaded.');
  expect(problemReport([problem], 2500).at(-1)).toBe(
    '2500 problems found, nothing was loaded. The first 1000 are listed.',
  );
});

test('prints a line per quarter of a step to a log, and redraws a bar on a terminal', () => {
  const show = (isTTY: boolean) => {
    let written = '';
    let now = 0;
    const output = {
      isTTY,
      write: (text: string) => {
        written += text;
      },
    };
    const printer = createProgressPrinter(output, () => {
      now += 5;
      return now;
    });
    for (let done = 0; done <= 100; done += 1)
      printer.show({ step: 'closing', period: '2026-10', done, total: 100 });
    printer.end();
    return written;
  };
  expect(
    show(false)
      .trim()
      .split('\n')
      .map((line) => line.trim().slice(0, 4)),
  ).toEqual(['0 %', '25 %', '50 %', '75 %', '100 '].map((text) => expect.stringContaining(text.trim())));
  expect(show(true).endsWith('\n')).toBe(true);
  expect(show(true).split('\n')).toHaveLength(2);
  expect(show(true)).toContain(`\r${'█'.repeat(30)} 100 %  Closing 2026-10`);
});
