import { expect, test } from 'vitest';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { success } from '#web/testing/fake-api.ts';
import type { History } from './act-link.tsx';
import { isOfYear, priceIn, runOn, tariffRunsOf, valuesOf, yearsOf } from './tariff-runs-of.ts';
import { volumeInRun, volumeText } from './volume-text.ts';

function history(
  code: keyof typeof nationalTariffHistory,
  today: string,
  zoneScheme: History['zoneScheme'] = 'single',
): History {
  const versions = tariffRuns(nationalTariffHistory[code])
    .reverse()
    .map(({ version, from, to }) => {
      const { rule, coefficients } = tariffVersionToJson(version);
      return {
        from,
        to: to ?? null,
        rule: rule as History['versions'][number]['rule'],
        zones: coefficients,
        act: version.act,
        actUrl: null,
      };
    });
  return { ...success, tariffTitle: code, zoneScheme, today, versions };
}

const household = history('household', '2026-11-20');
const heating = history('householdHeating', '2026-11-20');

test('tariffRunsOf the household history has ten runs and a price of 4.32 for any volume today', () => {
  const runs = tariffRunsOf(household);
  expect(runs).toHaveLength(10);
  const now = runOn(runs, household.today);
  expect(now?.from).toBe('2026-05-01');
  expect(now && valuesOf(now, 3, (price) => price)).toEqual([4.32, null, null]);
  expect(runs[0] && valuesOf(runs[0], 3, (price) => price)).toEqual([1.407, 0.366, 0.63]);
});

test('tariffRunsOf electric heating has a reduced price within its season only', () => {
  const runs = tariffRunsOf(heating);
  expect(runs.map((run) => [run.from, run.to, run.isSeason, valuesOf(run, 2, (price) => price)])).toEqual([
    ['2023-06-01', '2024-05-31', undefined, [2.64, null]],
    ['2024-06-01', '2024-09-30', false, [4.32, null]],
    ['2024-10-01', '2025-04-30', true, [4.32, 2.64]],
    ['2025-05-01', '2025-09-30', false, [4.32, null]],
    ['2025-10-01', '2026-04-30', true, [4.32, 2.64]],
    ['2026-05-01', '2026-09-30', false, [4.32, null]],
    ['2026-10-01', '2027-04-30', true, [4.32, 2.64]],
  ]);
});

test('priceIn never rounds a night price', () => {
  const three = history('household', '2026-11-20', 'three');
  const [version] = three.versions;
  const step = runOn(tariffRunsOf(three), three.today)?.steps[0];
  if (!version || !step) throw new Error('no price today');
  expect(priceIn(three, version, step.price, 'night')).toBe(1_728_000n);
  expect(priceIn(three, version, step.price, 'peak')).toBe(6_480_000n);
  expect(priceIn(three, version, step.price)).toBe(4_320_000n);
});

test('yearsOf includes the years from the first price to the current or a future one', () => {
  expect(yearsOf(household).slice(0, 2)).toEqual(['2026', '2025']);
  expect(yearsOf(household).at(-1)).toBe('2015');
  expect(yearsOf({ ...household, today: '2024-01-01' })[0]).toBe('2026');
  expect(yearsOf({ ...household, versions: [] })).toEqual(['2026']);
});

test.each([
  ['2015', ['2015-09-01', '2015-04-01']],
  ['2018', ['2017-03-01']],
  ['2026', ['2026-05-01', '2024-06-01']],
])('tariff changes of %s', (year, froms) => {
  const versions = household.versions.filter((version) => isOfYear(version, year));
  expect(versions.map(({ from }) => from)).toEqual(froms);
});

test.each([
  [household, '2015-05-01', ['до 100 кВт·год', 'від 100 до 600 кВт·год', 'понад 600 кВт·год']],
  [household, '2022-05-01', ['весь обсяг, якщо до 250 кВт·год', 'весь обсяг, якщо понад 250 кВт·год']],
  [household, '2026-05-01', ['будь-який обсяг']],
  [heating, '2026-11-01', ['до 2\u00a0000 кВт·год', 'понад 2\u00a0000 кВт·год']],
  [heating, '2026-07-01', ['будь-який обсяг']],
])('volumeText describes volumes', (of, day, words) => {
  const run = runOn(tariffRunsOf(of), day);
  expect(run?.steps.map((step) => volumeInRun(run, step))).toEqual(words);
});

test('volumeText names the season of electric heating when the run spans the year', () => {
  const run = runOn(tariffRunsOf(heating), '2026-11-01');
  expect(run?.steps.map((step) => volumeText(run.rule, step))).toEqual([
    'до 2\u00a0000 кВт·год, з 01.10 по 30.04',
    'решта і поза сезоном',
  ]);
});
