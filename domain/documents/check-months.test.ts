import { expect, test } from 'vitest';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { checkMonths } from './check-months.ts';

const span = { first: billingPeriod('2020-03'), last: billingPeriod('2026-10') };

test.each([
  ['2026-10', '2026-10', []],
  ['2020-03', '2025-02', []],
  ['2021-11', '2026-10', []],
  ['2020-03', '2025-03', [['to', 'tooLong']]],
  ['2020-02', '2020-03', [['from', 'tooEarly']]],
  ['2026-10', '2026-11', [['to', 'tooLate']]],
  ['2026-10', '2026-09', [['to', 'reversed']]],
  ['2026-11', '2026-10', [['from', 'tooLate']]],
  [
    '2026-11',
    '2026-12',
    [
      ['from', 'tooLate'],
      ['to', 'tooLate'],
    ],
  ],
  [
    '2019-01',
    '2020-01',
    [
      ['from', 'tooEarly'],
      ['to', 'tooEarly'],
    ],
  ],
] as const)('months %s to %s: %j', (from, to, problems) => {
  const found = checkMonths(span, billingPeriod(from), billingPeriod(to));
  expect(found.map(({ at, problem }) => [at, problem])).toEqual(problems);
});
