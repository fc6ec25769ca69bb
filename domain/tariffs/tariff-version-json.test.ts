import { expect, test } from 'vitest';
import { nationalTariffHistory } from './national-history.ts';
import { tariffVersionFromJson, tariffVersionToJson } from './tariff-version-json.ts';

const version = {
  validFrom: '2021-10-01',
  validTo: '2023-05-31',
  rule: { kind: 'wholeVolumeBlocks', blocks: [{ upToKwh: 250, price: '1.44' }, { price: '1.68' }] },
  coefficients: { two: { day: '1', night: '0.5' } },
  act: 'CMU-859-2021-08-11',
};

test('a stored tariff has its prices as text, and nothing is lost on the way', () => {
  expect(tariffVersionToJson(tariffVersionFromJson(version))).toEqual(version);
});

test.each(Object.values(nationalTariffHistory).flat())(
  'the national tariff since $validFrom ($act) can be stored and read again',
  (national) => {
    const stored: unknown = JSON.parse(JSON.stringify(tariffVersionToJson(national)));
    expect(tariffVersionFromJson(stored)).toStrictEqual(national);
  },
);

test('a version may be of one day', () => {
  const oneDay = { ...version, validTo: version.validFrom };
  expect(tariffVersionToJson(tariffVersionFromJson(oneDay))).toStrictEqual(oneDay);
});

const ofSeason = (seasonFrom: string, seasonTo: string) => ({
  ...version,
  rule: {
    kind: 'seasonalHeating',
    limitKwh: 2000,
    reducedPrice: '2.64',
    price: '4.32',
    seasonFrom,
    seasonTo,
  },
});

test.each([
  ['10-01', '04-30'],
  ['01-09', '12-31'],
  ['10-15', '04-20'],
])('a season may last from %s to %s', (from, to) => {
  expect(tariffVersionToJson(tariffVersionFromJson(ofSeason(from, to)))).toStrictEqual(ofSeason(from, to));
});

test.each(['00-10', '13-01', '10-00', '10-32', '10-40', '110-01', '10-011', '10-1', '10.01'])(
  'no season begins on %s',
  (day) => {
    expect(() => tariffVersionFromJson(ofSeason(day, '04-30'))).toThrow(RangeError);
  },
);

test('a version without an end has no end', () => {
  const { validTo: _, ...open } = version;
  expect(tariffVersionFromJson(open)).not.toHaveProperty('validTo');
  expect(tariffVersionToJson(tariffVersionFromJson(open))).toStrictEqual(open);
});

test.each([
  ['no object', null],
  ['a list', []],
  ['no date', { ...version, validFrom: '01.10.2021' }],
  ['an end before the beginning', { ...version, validTo: '2021-09-30' }],
  ['no act', { ...version, act: '' }],
  ['an unknown rule', { ...version, rule: { kind: 'free' } }],
  ['a price that is a number', { ...version, rule: { kind: 'flat', price: 4.32 } }],
  ['a price with a comma', { ...version, rule: { kind: 'flat', price: '4,32' } }],
  ['no blocks', { ...version, rule: { kind: 'marginalBlocks', blocks: [] } }],
  [
    'a last block with an end',
    { ...version, rule: { kind: 'marginalBlocks', blocks: [{ upToKwh: 100, price: '1' }] } },
  ],
  [
    'an endless block in the middle',
    { ...version, rule: { kind: 'marginalBlocks', blocks: [{ price: '1' }, { price: '2' }] } },
  ],
  [
    'blocks that do not grow',
    {
      ...version,
      rule: {
        kind: 'marginalBlocks',
        blocks: [{ upToKwh: 100, price: '1' }, { upToKwh: 100, price: '2' }, { price: '3' }],
      },
    },
  ],
  [
    'a limit of 0 kWh',
    { ...version, rule: { kind: 'marginalBlocks', blocks: [{ upToKwh: 0, price: '1' }, { price: '2' }] } },
  ],
  [
    'a reduced price for 0 kWh',
    {
      ...version,
      rule: {
        kind: 'seasonalHeating',
        limitKwh: 0,
        reducedPrice: '2.64',
        price: '4.32',
        seasonFrom: '10-01',
        seasonTo: '04-30',
      },
    },
  ],
  ['a rule that is a text', { ...version, rule: 'flat' }],
  [
    'a limit in parts of a kWh',
    { ...version, rule: { kind: 'marginalBlocks', blocks: [{ upToKwh: 0.5, price: '1' }, { price: '2' }] } },
  ],
  [
    'a season of no calendar',
    {
      ...version,
      rule: {
        kind: 'seasonalHeating',
        limitKwh: 2000,
        reducedPrice: '2.64',
        price: '4.32',
        seasonFrom: '13-01',
        seasonTo: '04-30',
      },
    },
  ],
  ['coefficients that are a number', { ...version, coefficients: 5 }],
  ['an unknown scheme', { ...version, coefficients: { four: { day: '1' } } }],
  ['a zone of another scheme', { ...version, coefficients: { two: { peak: '1.5' } } }],
  ['a coefficient that is a number', { ...version, coefficients: { two: { night: 0.5 } } }],
])('a tariff with %s is refused', (_, json) => {
  expect(() => tariffVersionFromJson(json)).toThrow(RangeError);
});
