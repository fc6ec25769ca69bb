import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceFromText } from '../price.ts';
import { addMonths, billingPeriod, daysIn } from '../time/billing-period.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { inSeason, selectVersions, versionOn } from './select-versions.ts';
import type { TariffRule, TariffVersion } from './tariff.ts';

function version(from: string, to: string | undefined, rule: TariffRule): TariffVersion {
  const validTo = to === undefined ? {} : { validTo: localDate(to) };
  return { validFrom: localDate(from), ...validTo, rule, coefficients: {}, act: 'test' };
}

const flat = (price: string): TariffRule => ({ kind: 'flat', price: priceFromText(price) });

const blocks = (limit: number): TariffRule => ({
  kind: 'marginalBlocks',
  blocks: [{ upToKwh: limit, price: priceFromText('1') }, { price: priceFromText('2') }],
});

const heating = (seasonFrom: string, seasonTo: string): TariffRule => ({
  kind: 'seasonalHeating',
  limitKwh: 310,
  reducedPrice: priceFromText('2.64'),
  price: priceFromText('4.32'),
  seasonFrom,
  seasonTo,
});

function runs(versions: TariffVersion[], month: string) {
  return selectVersions(versions, billingPeriod(month)).map(({ from, to, days, blocks: [first] }) => [
    `${from.slice(8)}-${to.slice(8)}`,
    days,
    first?.upToKwh,
  ]);
}

test('a month with one price is one part', () => {
  expect(runs([version('2020-01-01', undefined, flat('4.32'))], '2026-10')).toEqual([
    ['01-31', 31, undefined],
  ]);
});

test('a price that changes on the 16th makes two parts', () => {
  const versions = [
    version('2026-10-16', undefined, flat('5')),
    version('2020-01-01', '2026-10-15', flat('4.32')),
  ];
  expect(runs(versions, '2026-10')).toEqual([
    ['01-15', 15, undefined],
    ['16-31', 16, undefined],
  ]);
});

test('a new version ends the one before it without anybody editing that one', () => {
  const old = version('2020-01-01', undefined, flat('4.32'));
  const recent = version('2026-10-31', undefined, flat('5'));
  expect(runs([recent, old], '2026-10')).toEqual([
    ['01-30', 30, undefined],
    ['31-31', 1, undefined],
  ]);
  expect(versionOn([recent, old], localDate('2026-10-30'))).toBe(old);
  expect(versionOn([recent, old], localDate('2019-12-31'))).toBeUndefined();
});

test('a version of a few days inside another is seen', () => {
  const versions = [
    version('2020-01-01', undefined, flat('4.32')),
    version('2026-10-10', '2026-10-12', flat('1')),
  ];
  expect(runs(versions, '2026-10')).toEqual([
    ['01-09', 9, undefined],
    ['10-12', 3, undefined],
    ['13-31', 19, undefined],
  ]);
});

test('limits of a part are by its days, and those of the month add up to the whole limit', () => {
  const versions = [
    version('2020-01-01', '2026-10-10', blocks(100)),
    version('2026-10-11', undefined, blocks(100)),
  ];
  expect(runs(versions, '2026-10')).toEqual([
    ['01-10', 10, 32],
    ['11-31', 21, 68],
  ]);
});

test('a heating season that begins inside a month divides it', () => {
  expect(runs([version('2020-01-01', undefined, heating('10-15', '04-15'))], '2026-10')).toEqual([
    ['01-14', 14, undefined],
    ['15-31', 17, 170],
  ]);
  expect(runs([version('2020-01-01', undefined, heating('10-15', '04-15'))], '2027-01')).toEqual([
    ['01-31', 31, 310],
  ]);
  expect(runs([version('2020-01-01', undefined, heating('10-10', '10-12'))], '2026-10')).toEqual([
    ['01-09', 9, undefined],
    ['10-12', 3, 30],
    ['13-31', 19, undefined],
  ]);
});

test('a season from the 1st to the last day divides no month', () => {
  const versions = [version('2020-01-01', undefined, heating('10-01', '04-30'))];
  expect(runs(versions, '2026-09')).toEqual([['01-30', 30, undefined]]);
  expect(runs(versions, '2026-10')).toEqual([['01-31', 31, 310]]);
  expect(runs(versions, '2027-04')).toEqual([['01-30', 30, 310]]);
  expect(runs(versions, '2027-05')).toEqual([['01-31', 31, undefined]]);
});

test.each([
  // First and last day of the season, the days around them, and a season of one day
  ['10-01', '04-30', '2026-09-30', false],
  ['10-01', '04-30', '2026-10-01', true],
  ['10-01', '04-30', '2027-04-30', true],
  ['10-01', '04-30', '2027-05-01', false],
  ['05-01', '09-30', '2026-04-30', false],
  ['05-01', '09-30', '2026-05-01', true],
  ['05-01', '09-30', '2026-09-30', true],
  ['05-01', '09-30', '2026-10-01', false],
  ['10-12', '10-12', '2026-10-11', false],
  ['10-12', '10-12', '2026-10-12', true],
  ['10-12', '10-12', '2026-10-13', false],
])('a season from %s to %s has the day %s: %s', (from, to, day, isInSeason) => {
  expect(inSeason(heating(from, to), localDate(day))).toBe(isInSeason);
});

test('a season that turns on the second or the last day of a month divides it there', () => {
  const of = (from: string, to: string) => [version('2020-01-01', undefined, heating(from, to))];
  expect(runs(of('10-02', '04-30'), '2026-10').map(([days]) => days)).toEqual(['01-01', '02-31']);
  expect(runs(of('10-31', '04-30'), '2026-10').map(([days]) => days)).toEqual(['01-30', '31-31']);
  expect(runs(of('05-01', '10-01'), '2026-10').map(([days]) => days)).toEqual(['01-01', '02-31']);
  expect(runs(of('05-01', '10-30'), '2026-10').map(([days]) => days)).toEqual(['01-30', '31-31']);
});

test('a new version of the same season inside a month divides the month and its limit', () => {
  const versions = [
    version('2020-01-01', undefined, heating('10-01', '04-30')),
    version('2026-10-11', undefined, heating('10-01', '04-30')),
  ];
  expect(runs(versions, '2026-10')).toEqual([
    ['01-10', 10, 100],
    ['11-31', 21, 210],
  ]);
});

test('a version that begins on the 1st or on the last day is in force from that day on', () => {
  const old = version('2020-01-01', undefined, flat('1'));
  const days = (...more: TariffVersion[]) => runs([old, ...more], '2026-10').map(([run]) => run);
  expect(days(version('2026-10-01', undefined, flat('2')))).toEqual(['01-31']);
  expect(days(version('2026-10-31', undefined, flat('2')))).toEqual(['01-30', '31-31']);
  expect(days(version('2026-11-01', undefined, flat('2')))).toEqual(['01-31']);
  expect(days(version('2026-09-01', '2026-10-01', flat('2')))).toEqual(['01-01', '02-31']);
  expect(days(version('2026-09-01', '2026-09-30', flat('2')))).toEqual(['01-31']);
});

test('of two versions that begin on one day the later in the list is in force', () => {
  const [first, second] = [
    version('2026-10-01', undefined, flat('1')),
    version('2026-10-01', undefined, flat('2')),
  ];
  expect(versionOn([first, second], localDate('2026-10-05'))).toBe(second);
});

test('limits are rounded by the days so far, half a kWh up', () => {
  const versions = [
    version('2020-01-01', '2026-04-15', blocks(101)),
    version('2026-04-16', undefined, blocks(101)),
  ];
  expect(runs(versions, '2026-04').map(([, , limit]) => limit)).toEqual([51, 50]);
});

test('no day of a month has no part', () => {
  const first = localDate('2026-10-01');
  const versions = [version('2020-01-01', undefined, flat('4.32'))];
  expect(selectVersions(versions, billingPeriod('2026-10'), { from: first, to: first })).toEqual([]);
});

test.each([
  ['before the first version', [version('2026-10-02', undefined, flat('1'))]],
  ['after the last', [version('2020-01-01', '2026-10-30', flat('1'))]],
  ['in a gap', [version('2020-01-01', '2026-10-10', flat('1')), version('2026-10-12', undefined, flat('1'))]],
  ['ever', []],
])('a day without a tariff is a fault: %s', (_, versions) => {
  expect(() => selectVersions(versions, billingPeriod('2026-10'))).toThrow(/No tariff on 2026-10-/);
});

test('the parts of any month follow each other through all its days, each of the version of its days', () => {
  const starts = fc.array(
    fc.record({
      offset: fc.integer({ min: -40, max: 40 }),
      length: fc.option(fc.integer({ min: 0, max: 30 })),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 23 }), (list, n) => {
      const period = addMonths(billingPeriod('2026-01'), n);
      const first = localDate(`${period}-01`);
      const versions = [
        version('2000-01-01', undefined, blocks(100)),
        ...list.map(({ offset, length }) => {
          const from = addDays(first, offset);
          return version(from, length === null ? undefined : addDays(from, length), blocks(100));
        }),
      ];
      let next = first;
      let limit = 0;
      for (const part of selectVersions(versions, period)) {
        expect(part.from).toBe(next);
        for (let day = 0; day < part.days; day++) {
          expect(versionOn(versions, addDays(part.from, day))).toBe(part.version);
        }
        expect(addDays(part.from, part.days - 1)).toBe(part.to);
        limit += part.blocks[0]?.upToKwh ?? 0;
        next = addDays(part.to, 1);
      }
      expect(next).toBe(addDays(first, daysIn(period)));
      expect(limit).toBe(100);
    }),
  );
});
