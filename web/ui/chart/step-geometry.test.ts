import { expect, test } from 'vitest';
import { roundUp } from './chart-parts.tsx';
import { across, down, type StepRun, scaleOf, stepPath } from './step-chart.tsx';

const run = (from: number, to: number, ...values: (number | null)[]): StepRun => ({ from, to, values });

const scale = { start: 0, end: 100, top: 10 };

test.each<[string, readonly StepRun[], number, string]>([
  ['one price is a level line', [run(0, 100, 4)], 0, 'M0 60V60H100'],
  ['a price that changes goes upright', [run(0, 50, 4), run(50, 100, 5)], 0, 'M0 60V60H50V50H100'],
  [
    'a lower price of two goes back to the one that stays',
    [run(0, 50, 5, 2), run(50, 100, 4, null)],
    1,
    'M0 80V80H50V60',
  ],
  [
    'a lower price that begins later leaves the one that was',
    [run(0, 50, 4, null), run(50, 100, 5, 2)],
    1,
    'M50 60V80H100',
  ],
  [
    'the lower price of a season comes and goes',
    [run(0, 20, 4, null), run(20, 40, 4, 2), run(40, 60, 4, null), run(60, 80, 4, 2), run(80, 100, 4, null)],
    1,
    'M20 60V80H40V60M60 60V80H80V60',
  ],
  ['days without a price are a gap', [run(0, 40, 4), run(60, 100, 5)], 0, 'M0 60V60H40M60 50V50H100'],
  ['no runs, no line', [], 0, ''],
])('%s', (_, runs, line, path) => expect(stepPath(runs, line, scale)).toBe(path));

test('the scale reaches from the first day to the last and to an easy number', () => {
  const found = scaleOf([run(10, 20, 1.4, 0.3), run(20, 60, 4.32, null)], roundUp);
  expect(found).toEqual({ start: 10, end: 60, top: 5 });
  expect([across(found, 10), across(found, 35), across(found, 60)]).toEqual([0, 50, 100]);
  expect([down(found, 0), down(found, 5)]).toEqual([100, 0]);
});
