import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceFromText } from '../price.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { nationalTariffHistory } from './national-history.ts';
import { versionOn } from './select-versions.ts';
import type { TariffVersion } from './tariff.ts';
import { tariffRuns } from './tariff-runs.ts';

function version(from: string, to?: string): TariffVersion {
  return {
    validFrom: localDate(from),
    ...(to === undefined ? {} : { validTo: localDate(to) }),
    rule: { kind: 'flat', price: priceFromText('1.00') },
    coefficients: {},
    act: `${from}`,
  };
}

const shown = (versions: readonly TariffVersion[]) =>
  tariffRuns(versions).map(({ version: { act }, from, to }) => `${act}: ${from} – ${to ?? ''}`);

test('the national history is ten runs that follow each other', () => {
  const runs = tariffRuns(nationalTariffHistory.household);
  expect(runs).toHaveLength(10);
  expect(runs[0]?.from).toBe('2015-04-01');
  expect(runs.at(-1)?.to).toBeUndefined();
  runs.slice(1).forEach((run, index) => {
    const end = runs[index]?.to;
    expect(end && addDays(end, 1)).toBe(run.from);
  });
});

test.each([
  [
    'a later version ends the one before it',
    [version('2020-01-01'), version('2021-01-01')],
    ['2020-01-01: 2020-01-01 – 2020-12-31', '2021-01-01: 2021-01-01 – '],
  ],
  [
    'a short version interrupts a long one, which goes on after it',
    [version('2020-01-01'), version('2020-05-01', '2020-05-31')],
    [
      '2020-01-01: 2020-01-01 – 2020-04-30',
      '2020-05-01: 2020-05-01 – 2020-05-31',
      '2020-01-01: 2020-06-01 – ',
    ],
  ],
  [
    'days without a tariff are in no run',
    [version('2020-01-01', '2020-01-31'), version('2020-03-01')],
    ['2020-01-01: 2020-01-01 – 2020-01-31', '2020-03-01: 2020-03-01 – '],
  ],
  [
    'versions in any order make runs from the oldest to the newest',
    [version('2022-01-01'), version('2020-01-01'), version('2021-01-01')],
    [
      '2020-01-01: 2020-01-01 – 2020-12-31',
      '2021-01-01: 2021-01-01 – 2021-12-31',
      '2022-01-01: 2022-01-01 – ',
    ],
  ],
  [
    'the end of a version that a later one replaced before divides nothing',
    [version('2020-01-01', '2021-06-30'), version('2021-01-01')],
    ['2020-01-01: 2020-01-01 – 2020-12-31', '2021-01-01: 2021-01-01 – '],
  ],
  ['no versions, no runs', [], []],
] as const)('%s', (_, versions, expected) => {
  expect(shown(versions)).toEqual(expected);
});

test('whatever the versions, each day is in the run of the version in force on it', () => {
  const start = localDate('2024-01-01');
  const some = fc.array(
    fc.record({ from: fc.integer({ min: 0, max: 60 }), days: fc.option(fc.integer({ min: 0, max: 30 })) }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(some, (list) => {
      const versions = list.map(({ from, days }) =>
        version(addDays(start, from), days === null ? undefined : addDays(start, from + days)),
      );
      const runs = tariffRuns(versions);
      for (let n = 0; n < 100; n++) {
        const day = addDays(start, n);
        const inForce = runs.filter(({ from, to }) => from <= day && (to === undefined || to >= day));
        expect(inForce.map((run) => run.version)).toEqual([versionOn(versions, day)].filter(Boolean));
      }
    }),
  );
});
