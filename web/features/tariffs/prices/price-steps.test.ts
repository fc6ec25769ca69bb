import { describe, expect, test } from 'vitest';
import { classesOf, type PriceRun, stepsOf } from './price-steps.ts';

const run = (voltageClass: 1 | 2, from: string, to: string | null, net: string): PriceRun => ({
  voltageClass,
  from,
  to,
  net,
  gross: net,
  parts: [],
});

describe('stepsOf', () => {
  test('begins a step wherever a class changes', () => {
    const prices = [
      run(1, '2026-03-01', null, '3'),
      run(2, '2026-02-01', null, '5'),
      run(1, '2026-01-01', '2026-02-28', '2'),
      run(2, '2026-01-01', '2026-01-31', '4'),
    ];
    const steps = stepsOf({ prices, today: '2026-03-10' }, [1, 2]);
    expect(steps.map(({ from, runs }) => [from, ...runs.map((one) => one?.net)])).toEqual([
      ['2026-01-01', '2', '4'],
      ['2026-02-01', '2', '5'],
      ['2026-03-01', '3', '5'],
    ]);
    expect(steps.at(-1)?.until).toBe('2026-05-09');
  });

  test('leaves out days without a price', () => {
    const prices = [run(2, '2026-03-01', null, '3'), run(2, '2026-01-01', '2026-01-31', '2')];
    const steps = stepsOf({ prices, today: '2026-03-10' }, [2]);
    expect(steps.map(({ from, until }) => [from, until])).toEqual([
      ['2026-01-01', '2026-02-01'],
      ['2026-03-01', '2026-05-09'],
    ]);
  });
});

test.each([
  [undefined, [1, 2]],
  ['2', [2]],
])('classesOf of the filter %s are %j', (only, expected) => {
  const prices = [run(1, '2026-01-01', null, '1'), run(2, '2026-01-01', null, '1')];
  expect(classesOf({ prices }, only)).toEqual(expected);
});
