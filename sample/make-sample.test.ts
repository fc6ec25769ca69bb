import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePersonName, parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEicCode } from '#domain/identifiers/eic-code.ts';
import { parseRnokpp } from '#domain/identifiers/rnokpp.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { loadOf } from '#sample/households/household-history.ts';
import { namedHouseholds } from '#sample/households/named-households.ts';
import { ordinaryHousehold } from '#sample/households/ordinary-household.ts';
import { specialHouseholds } from '#sample/households/special-households.ts';
import { makeSample, makeSampleIfStale } from './make-sample.ts';
import { namedEntities } from './named-entities.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string): Promise<Map<string, string>> {
  const path = join(folder, name);
  const files = await readdir(path);
  const contents = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  return new Map(files.map((file, place) => [file, contents[place] ?? '']));
}

const linesOf = (files: ReadonlyMap<string, string>, file: string) =>
  (files.get(file) ?? '').trim().split('\n').slice(1);

test('the sample depends only on the day; names and places do not change', async () => {
  makeSample(join(folder, 'a'), localDate('2026-11-20'));
  makeSample(join(folder, 'b'), localDate('2026-11-20'));
  makeSample(join(folder, 'c'), localDate('2027-03-01'));
  const [a, b, c] = [await read('a'), await read('b'), await read('c')];
  expect(a).toEqual(b);
  expect(c.get('readings.csv')).not.toEqual(a.get('readings.csv'));
  for (const file of ['customers.csv', 'premises.csv', 'sign-ins.csv', 'tariff-versions.csv'])
    expect(c.get(file)).toEqual(a.get(file));
});

test('the sample has 323 households, 7 accounts of entities, persons with two objects, and meters with one, two and three zones', async () => {
  makeSample(join(folder, 'd'), localDate('2026-11-20'));
  const files = await read('d');
  expect(linesOf(files, 'accounts.csv')).toHaveLength(330);
  const owners = linesOf(files, 'accounts.csv').map((line) => line.split(',')[1]);
  expect(owners.length - new Set(owners).size).toBeGreaterThan(20);
  const schemes = linesOf(files, 'meters.csv').map((line) => line.split(',')[4]);
  expect(new Set(schemes)).toEqual(new Set(['single', 'two', 'three']));
  expect(
    linesOf(files, 'accounts.csv').filter((line) => line.includes('householdHeating')).length,
  ).toBeGreaterThan(10);
});

test('readings cover 24 months up to the 1st of this month, also when made on the 1st or on a leap day', async () => {
  for (const [today, first, last] of [
    ['2026-12-01', '2024-12-01', '2026-12-01'],
    ['2028-02-29', '2026-02-01', '2028-02-01'],
    ['2027-01-31', '2025-01-01', '2027-01-01'],
  ] as const) {
    makeSample(join(folder, today), localDate(today));
    const dates = linesOf(await read(today), 'readings.csv').map((line) => line.split(',')[3] ?? '');
    expect([dates.toSorted()[0], dates.toSorted().at(-1)]).toEqual([first, last]);
  }
});

test('no payment was made or landed after the day of the sample', async () => {
  makeSample(join(folder, 'j'), localDate('2026-11-05'));
  const dates = linesOf(await read('j'), 'payments.csv').flatMap(
    (line) => line.match(/\d{4}-\d\d-\d\d/g) ?? [],
  );
  expect(dates.toSorted().at(-1)).toBe('2026-11-05');
});

test('the sum of an act is the cost of its kWh', () => {
  const acts = [...namedHouseholds, ...specialHouseholds].flatMap((household) => household.acts);
  expect(acts.length).toBeGreaterThan(5);
  expect(acts.filter(({ energyKwh, amountKopiykas }) => amountKopiykas !== energyKwh * 432)).toEqual([]);
});

test('persons have valid names, taxpayer numbers and phones', () => {
  for (let number = 1; number <= 300; number += 1) {
    const { customer } = ordinaryHousehold(number);
    for (const name of [customer.surname, customer.name, customer.middleName])
      expect(parsePersonName(name)).toBe(name);
    expect(parseRnokpp(customer.taxCode)).toBe(customer.taxCode);
    expect(parsePhone(customer.phone)).toBe(customer.phone);
  }
  expect(namedHouseholds.map((plan) => plan.accountNumber)).toEqual([
    '2390001111',
    '2390001112',
    '2390001113',
    '2390001120',
    '2390001130',
  ]);
});

const fieldsOf = (files: ReadonlyMap<string, string>, file: string, account: string) =>
  linesOf(files, file)
    .map((line) => line.split(','))
    .filter((fields) => fields[0] === account);

test('entities have valid register codes, a contract each, and the code of their contracts', async () => {
  makeSample(join(folder, 'e'), localDate('2026-11-20'));
  const files = await read('e');
  expect(namedEntities.map(({ accountNumber, points }) => [accountNumber, points.length])).toEqual([
    ['1000000001', 1],
    ['1000000002', 312],
    ['1000000003', 1],
    ['1000000004', 1],
    ['1000000005', 34],
    ['1000000006', 27],
    ['1000000007', 15],
  ]);
  for (const { accountNumber, customer, objectCode, points } of namedEntities) {
    expect(parseEdrpou(customer.taxCode)).toBe(customer.taxCode);
    expect(objectCode).toBe(accountNumber === '1000000004' ? 'SVITLO04' : 'SVITLO01');
    expect(fieldsOf(files, 'entity-contracts.csv', accountNumber)).toHaveLength(1);
    expect(fieldsOf(files, 'contract-points.csv', accountNumber)).toHaveLength(points.length);
    expect(fieldsOf(files, 'readings.csv', accountNumber)).toHaveLength(points.length * 25);
    for (const { eicCode } of points) expect(parseEicCode(eicCode)).toBe(eicCode);
  }
  const entities = linesOf(files, 'customers.csv').filter((line) => line.split(',')[1] === 'entity');
  expect(entities.map((line) => line.split(',')[0])).toEqual(
    [1, 2, 3, 4, 5, 6].map((place) => `E900000${place}`),
  );
  const eics = namedEntities.flatMap(({ points }) => points.map(({ eicCode }) => eicCode));
  expect(new Set(eics).size).toBe(eics.length);
});

test('the chain has 40 % of its points in group A, two replaced meters, a roll-over, a disabled point and one in a substation', async () => {
  makeSample(join(folder, 'h'), localDate('2026-11-20'));
  const files = await read('h');
  const chain = '1000000002';
  const states = Map.groupBy(fieldsOf(files, 'metering-points.csv', chain), (fields) => fields[2] ?? '');
  expect(Object.fromEntries([...states].map(([state, rows]) => [state, rows.length]))).toEqual({
    active: 185,
    commercial: 125,
    disabled: 1,
    substation: 1,
  });
  const meters = fieldsOf(files, 'meters.csv', chain);
  expect(meters.filter((fields) => fields[7] === 'removed')).toHaveLength(2);
  expect(meters).toHaveLength(314);
  const [rolling] = meters.filter((fields) => fields[5] === '5');
  const values = fieldsOf(files, 'readings.csv', chain)
    .filter((fields) => fields[1] === rolling?.[2])
    .map((fields) => `${fields[3]} ${fields[4]}`);
  expect(values).toEqual(expect.arrayContaining(['2026-08-01 99871', '2026-09-01 00214']));
  const hourly = fieldsOf(files, 'hourly-values.csv', chain);
  expect(new Set(hourly.map((fields) => fields[1])).size).toBe(5);
  expect(hourly).toHaveLength(5 * 35);
  // The clock was put back on the 25th of October.
  expect(hourly.filter((fields) => fields[4]?.split(';').length === 25).map((fields) => fields[2])).toEqual(
    Array.from({ length: 5 }, () => '2026-10-25'),
  );
});

test('parts of prices cover 26 months, with the published ones among them', async () => {
  makeSample(join(folder, 'i'), localDate('2026-11-20'));
  const prices = linesOf(await read('i'), 'price-components.csv').map((line) => line.split(','));
  const dayAhead = prices.filter(([kind]) => kind === 'dayAhead');
  expect(dayAhead).toHaveLength(26);
  expect([dayAhead[0]?.[3], dayAhead.at(-1)?.[3]]).toEqual(['2024-10-01', '2026-11-01']);
  expect(dayAhead.find(([, , , from]) => from === '2025-08-01')?.[5]).toBe('5.40987');
  expect(dayAhead.find(([, , , from]) => from === '2025-11-01')?.[5]).toBe('6.83049');
  expect(prices.filter(([, , , , , , source]) => source === '')).toEqual([]);
});

test('the household with panels has an act for each of the 24 months, and no feed-in in December', async () => {
  makeSample(join(folder, 'g'), localDate('2026-11-20'));
  const months = linesOf(await read('g'), 'feed-in.csv').map((line) => line.split(','));
  expect(months.map(([account]) => account)).toEqual(Array.from({ length: 24 }, () => '2390002033'));
  expect([months[0]?.[1], months.at(-1)?.[1]]).toEqual(['2024-11', '2026-10']);
  for (const [at, [, , , , , opening, closing, , exported]] of months.entries()) {
    expect(Number(closing) - Number(opening)).toBe(Number(exported));
    if (at > 0) expect(opening).toBe(months[at - 1]?.[6]);
  }
  const idle = months.filter((month) => month[8] === '0');
  expect(idle.map(([, period]) => period)).toEqual(expect.arrayContaining(['2024-12', '2025-12']));
  expect(idle.every((month) => month[16] === '0.00' && month[17] === '')).toBe(true);
  expect(months.at(-1)?.[17]).toBe('2026-11-15');
});

test('persons have sign-ins with their accounts, entities with all of theirs', async () => {
  makeSample(join(folder, 'f'), localDate('2026-11-20'));
  expect(linesOf(await read('f'), 'sign-ins.csv')).toEqual([
    '+380501110001,2390001111;2390001112;2390001113,Svitlo-2026-demo,person',
    '+380501110002,,Svitlo-2026-demo,person',
    '+380501110003,2390001130,Svitlo-2026-demo,person',
    `+380501110004,${specialHouseholds.map((plan) => plan.accountNumber).join(';')},Svitlo-2026-demo,person`,
    '+380501120001,1000000001,Svitlo-2026-demo,entity',
    '+380501120002,1000000002;1000000003,Svitlo-2026-demo,entity',
    '+380501120004,1000000005,Svitlo-2026-demo,entity',
    '+380501120005,1000000006,Svitlo-2026-demo,entity',
    '+380501120006,1000000007,Svitlo-2026-demo,entity',
  ]);
});

test('loadOf shifts seasons by half a year and scales up a partial month', () => {
  // 2012-06 of household 10017936 has 1419 of 1440 half-hours; 2013-06 is complete.
  expect(loadOf('10017936', billingPeriod('2025-12'))).toEqual({
    night: 329.349,
    halfPeak: 444.568,
    peak: 247.684,
  });
  expect(loadOf('10017936', billingPeriod('2026-12')).night).toBeCloseTo((284.934 * 1440) / 1419, 9);
});

test('makeSampleIfStale makes the files once a month', async () => {
  const target = join(folder, 'dated');
  const clock = fixedClock(kyivInstant(localDate('2026-11-20'), 12, 0));
  await makeSampleIfStale(target, clock);
  const made = await read('dated');
  clock.set(kyivInstant(localDate('2026-11-30'), 12, 0));
  await makeSampleIfStale(target, clock);
  expect(await read('dated')).toEqual(made);
  clock.set(kyivInstant(localDate('2026-12-01'), 0, 5));
  await makeSampleIfStale(target, clock);
  expect(linesOf(await read('dated'), 'readings.csv').some((line) => line.includes(',2026-12-01,'))).toBe(
    true,
  );
});
