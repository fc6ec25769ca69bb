import { expect, test } from 'vitest';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { createProgressPrinter } from './import-progress-printer.ts';

/** A fake terminal or log with a settable clock. */
function output(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const printer = createProgressPrinter({ isTTY, write: (text) => written.push(text) }, () => now);
  const closing = (seconds: number, done: number) => {
    now = seconds * 1000;
    printer.show({ step: 'closing', period: billingPeriod('2026-10'), done, total: 1_000_000 });
  };
  return { written, closing, printer };
}

test('shows accounts per second and the remaining time of a closing', () => {
  const { written, closing } = output(true);
  closing(0, 2000);
  closing(10, 112_000);
  expect(written.at(-1)).toMatch(/^\r███░+ {2}11 % {2}Closing 2026-10\s+11 000\/s, 1:21 left\s*$/);
});

test('counts a resumed closing from its start position', () => {
  const { written, closing } = output(true);
  closing(0, 500_000);
  closing(50, 1_000_000);
  expect(written.at(-1)).toContain('10 000/s, 0:00 left');
});

test('prints a line per quarter to a log', () => {
  const { written, closing } = output(false);
  for (const [seconds, done] of [
    [0, 0],
    [10, 100_000],
    [25, 250_000],
    [26, 260_000],
    [50, 500_000],
  ] as const)
    closing(seconds, done);
  expect(written).toEqual([
    '  0 %  Closing 2026-10 (0 s)\n',
    ' 25 %  Closing 2026-10 (25 s, 10 000/s, 1:15 left)\n',
    ' 50 %  Closing 2026-10 (50 s, 10 000/s, 0:50 left)\n',
  ]);
});
