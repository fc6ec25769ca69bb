import { expect, test } from 'vitest';
import { coefficientToText, formatPrice } from '../price.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { nationalTariffHistory, nationalZoneCoefficients } from './national-history.ts';
import { selectVersions, versionOn } from './select-versions.ts';

function steps(code: 'household' | 'householdHeating', month: string): string[] {
  return selectVersions(nationalTariffHistory[code], billingPeriod(month)).flatMap((part) =>
    part.blocks.map(({ upToKwh, price }) => `${upToKwh ?? 'rest'}: ${formatPrice(price)}`),
  );
}

test.each([
  ['2015-04', ['100: 0,366', '600: 0,63', 'rest: 1,407']],
  ['2015-09', ['100: 0,456', '600: 0,789', 'rest: 1,479']],
  ['2016-02', ['100: 0,456', '600: 0,789', 'rest: 1,479']],
  ['2016-03', ['100: 0,57', '600: 0,99', 'rest: 1,56']],
  ['2016-09', ['100: 0,714', '600: 1,29', 'rest: 1,638']],
  ['2017-03', ['100: 0,90', 'rest: 1,68']],
  ['2020-12', ['100: 0,90', 'rest: 1,68']],
  ['2021-01', ['rest: 1,68']],
  ['2021-10', ['250: 1,44', 'rest: 1,68']],
  ['2023-05', ['250: 1,44', 'rest: 1,68']],
  ['2023-06', ['rest: 2,64']],
  ['2024-06', ['rest: 4,32']],
  ['2026-04', ['rest: 4,32']],
  ['2026-10', ['rest: 4,32']],
])('in %s a household paid %j', (month, prices) => {
  expect(steps('household', month)).toEqual(prices);
});

test.each([
  ['2023-12', ['rest: 2,64']],
  ['2024-09', ['rest: 4,32']],
  ['2024-10', ['2000: 2,64', 'rest: 4,32']],
  ['2026-04', ['2000: 2,64', 'rest: 4,32']],
  ['2026-05', ['rest: 4,32']],
  ['2026-10', ['2000: 2,64', 'rest: 4,32']],
])('in %s a household with electric heating paid %j', (month, prices) => {
  expect(steps('householdHeating', month)).toEqual(prices);
});

test.each(['household', 'householdHeating'] as const)('the history of %s has no gap and no end', (code) => {
  const versions = nationalTariffHistory[code];
  versions.slice(1).forEach((version, index) => {
    const end = versions[index]?.validTo;
    expect(end && addDays(end, 1)).toBe(version.validFrom);
  });
  expect(versions.at(-1)?.validTo).toBeUndefined();
});

test.each([
  ['two', { day: '1', night: '0.5' }],
  ['three', { peak: '1.5', halfPeak: '1', night: '0.4' }],
] as const)('in every version a meter of %s zones multiplies the price by %j', (scheme, texts) => {
  const shown = Object.entries(nationalZoneCoefficients[scheme] ?? {}).map(([zone, value]) => [
    zone,
    coefficientToText(value),
  ]);
  expect(Object.fromEntries(shown)).toEqual(texts);
  for (const { coefficients } of Object.values(nationalTariffHistory).flat())
    expect(coefficients).toBe(nationalZoneCoefficients);
});

test.each([
  ['household', '2015-04-01', 'NEURC-220-2015-02-26'],
  ['household', '2020-12-31', 'NEURC-220-2015-02-26'],
  ['household', '2021-01-01', 'CMU-1325-2020-12-28'],
  ['household', '2021-10-01', 'CMU-859-2021-08-11'],
  ['household', '2023-06-01', 'CMU-483-2019-06-05'],
  ['household', '2024-06-01', 'CMU-632-2024-05-31'],
  ['household', '2026-05-01', 'CMU-483-2019-06-05'],
  ['householdHeating', '2023-06-01', 'CMU-483-2019-06-05'],
  ['householdHeating', '2024-06-01', 'CMU-632-2024-05-31'],
  ['householdHeating', '2026-05-01', 'CMU-483-2019-06-05'],
] as const)('the tariff %s in force on %s was set by the act %s', (code, day, act) => {
  expect(versionOn(nationalTariffHistory[code], localDate(day))?.act).toBe(act);
});

test.each([
  ['household', '2015-04-01'],
  ['householdHeating', '2023-06-01'],
] as const)('the history of %s begins on %s', (code, day) => {
  expect(versionOn(nationalTariffHistory[code], localDate(day))).toBeDefined();
  expect(versionOn(nationalTariffHistory[code], addDays(localDate(day), -1))).toBeUndefined();
});
