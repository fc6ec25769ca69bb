import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { importFolder } from './public.ts';
import { entityFiles, entityProblemCases } from './testing/entity-files.ts';
import { feedInProblemCases } from './testing/feed-in-files.ts';
import { mergeFolders } from './testing/merge-folders.ts';
import { problemCases, unreadableFiles } from './testing/problem-cases.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let folder: string;
const clock = fixedClock(kyivInstant(localDate('2026-11-20'), 12, 0));

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
  return () => rm(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

/** Imports the folder, of which nothing is stored afterwards; answers its problems and warnings with their places. */
async function run(
  files: Readonly<Record<string, string | Buffer>>,
  mode: 'load' | 'check' = 'load',
  refusedSupplier?: string,
) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { pool } = connected;
  const db = connected.db as BillingDatabase;
  const result = await importFolder({ db, pool, folder, clock, mode, refusedSupplier });
  const { rows } = await pool.query<{ count: number }>(`
    select (select count(*) from billing.supplier) + (select count(*) from billing.tariff)
      + (select count(*) from billing.customer) + (select count(*) from billing.account)
      + (select count(*) from billing.period) as count`);
  expect(Number(rows[0]?.count)).toBe(0);
  if (result.kind === 'problems') return { problems: result.problems, total: result.total };
  if (result.kind === 'checked') return { problems: result.warnings, total: result.warningCount };
  throw new Error(result.kind);
}

const placesOf = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ file, line, column, code, value }) => [file, line, column, code, value]);

const {
  'supplier.csv': supplier,
  'readings.csv': readings,
  'meters.csv': meters,
  'registers.csv': registers,
} = supplierFiles;

const byName = (rows: readonly (readonly unknown[])[]) =>
  rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));

type Case = readonly [name: string, files: Readonly<Record<string, string>>, ...unknown[]];

/** Imports the folders of the cases as one; answers what is wrong, with the name of its case and as if that were alone. */
async function runCases(cases: readonly Case[], more: Record<string, string>, mode?: 'check') {
  const merged = mergeFolders(cases.map(([, files]) => ({ ...supplierFiles, ...files })));
  const { problems, total } = await run({ ...merged.files, ...more }, mode);
  expect(total).toBe(problems.length);
  const found = problems.map(({ file, line, column, code, value }) => {
    const place = merged.placeOf(file, line, value);
    return [cases[place.index]?.[0] ?? '', file, place.line, column, code, place.value];
  });
  return byName(found);
}

test('a file that can not be read is named with what is wrong in it, by file and line', async () => {
  const files = unreadableFiles.filter(([, , [first]]) => first?.[2] !== 'file.missing');
  const found = await run(Object.fromEntries(files));
  expect(placesOf(found)).toEqual(
    unreadableFiles.flatMap(([file, , problems]) => problems.map((problem) => [file, ...problem])),
  );
});

test('what is wrong with the supplier, with common prices and with the length of a number is named with its place', async () => {
  const shorter = Object.entries(entityFiles).map(([file, content]) => [
    file,
    content.replaceAll('2390001111', '239000111'),
  ]);
  const { 'price-components.csv': prices, 'economic-rates.csv': rates } = entityFiles;
  const found = await run({
    ...Object.fromEntries(shorter),
    'supplier.csv': supplier
      .replace('account_digits,rules', 'account_digits,rules,fuel_mix')
      .replace('"{}"', '[1],nuclear=55.4;coal=20')
      .replace('UA11', 'UA12')
      .replace('41234569', '41234568'),
    'price-components.csv': `${prices
      .replace('2026-10-01,2026-10-31,5.98037', '2026-09-01,,5.98037')
      .replace(
        'transmission,,,2026-04-01',
        'transmission,,,2026-04-02',
      )}distribution,NONE,1,2026-04-01,,1.00,Order 2
transmission,SPOT,0,2026-05-01,,0.7,Order 3
`,
    'economic-rates.csv': rates.replace('100.7', '100.75'),
  });
  expect(placesOf(found)).toEqual([
    ['supplier.csv', 2, 'edrpou', 'value.edrpou', '41234568'],
    ['supplier.csv', 2, 'iban', 'value.iban', 'UA123052990000026038000123456'],
    ['supplier.csv', 2, 'rules', 'value.rules', '[1]'],
    ['supplier.csv', 2, 'fuel_mix', 'value.fuelMix', 'nuclear=55.4;coal=20'],
    ['accounts.csv', 2, 'account_number', 'account.digits', '239000111'],
    ['price-components.csv', 4, 'valid_from', 'price.monthBegin', '2026-04-02'],
    ['price-components.csv', 6, 'subject', 'reference.unknown', 'NONE'],
    ['price-components.csv', 7, 'subject', 'value.notWanted', 'SPOT'],
    ['economic-rates.csv', 2, 'value', 'value.decimal', '100.75'],
    ['entity-contracts.csv', 2, 'price_kind', 'contract.priceMissing', 'dayAhead 2026-10'],
  ]);
});

test('each of many mistakes is named once with its file, line and column, and nothing is loaded', async () => {
  const cases = [...problemCases, ...feedInProblemCases, ...entityProblemCases];
  const found = await runCases(cases, { 'supplier.csv': supplier.split('\n')[0] ?? '' });
  const noSupplier = ['', 'supplier.csv', null, null, 'supplier.count', '0'];
  expect(found).toEqual(byName([noSupplier, ...cases.map(([name, , problem]) => [name, ...problem])]));
});

test('of very many problems a thousand are listed and all are counted', async () => {
  const row = '2390001111,21040017,single,2026-11-01,x,customer,\n';
  const { problems, total } = await run({
    ...supplierFiles,
    'readings.csv': `${readings.split('\n')[0]}\n${row.repeat(1500)}`,
  });
  expect(problems).toHaveLength(1000);
  expect(total).toBeGreaterThanOrEqual(1500);
  expect(await readFile(join(folder, 'readings.csv'), 'utf8')).toContain(',x,');
});

test('a supplier that is refused is named, and nothing of its folder is loaded; another is not', async () => {
  const refused = await run(supplierFiles, 'load', '41234569');
  expect(placesOf(refused)).toEqual([['supplier.csv', 2, 'edrpou', 'supplier.sample', '41234569']]);
  expect((await run(supplierFiles, 'check', '14360570')).total).toBe(0);
});

test('a folder that does not exist is said to be none', async () => {
  const { db, pool } = connected;
  const nowhere = { db: db as BillingDatabase, pool, folder: `${folder}/none`, clock };
  expect(await importFolder(nowhere)).toEqual({ kind: 'noFolder' });
});

test('of the readings of a folder that can be loaded it names those above what the power lets through', async () => {
  type Warning = readonly [line: number, value: string];
  // 5 kW let 480 kWh through in four days, and 3720 kWh in October.
  const read = (...values: readonly number[]) => ({
    'readings.csv': `${readings.split('\n')[0]}\n${['2026-10-01', '2026-11-01', '2026-11-05']
      .map((day, index) => `2390001111,21040017,single,${day},${values[index]},customer,\n`)
      .join('')}`,
  });
  const installed = (day: string, firstRead: string) => ({
    'meters.csv': `${meters}2390001111,62Z0123456789017,9,Type,single,5,1,working,${day},,\n`,
    'registers.csv': `${registers}2390001111,9,single,0,\n`,
    'readings.csv': `${readings}2390001111,9,single,${firstRead},23000,customer,\n`,
  });
  const cases: [string, Record<string, string>, Warning[]][] = [
    ['as much as the power lets through', read(12_345, 12_425, 12_905), []],
    ['a step above the power', read(12_345, 12_425, 12_906), [[4, '12906']]],
    ['as much through zero', read(99_000, 99_900, 380), []],
    ['a roll-over above the power', read(99_000, 99_900, 381), [[4, '381']]],
    [
      'each of them',
      read(10_000, 13_721, 14_202),
      [
        [3, '13721'],
        [4, '14202'],
      ],
    ],
    // Its first reading is where the history begins: what it counted before is not charged.
    ['a meter from before the history', installed('2021-05-18', '2026-10-01'), []],
    ['a meter installed in the history', installed('2026-10-20', '2026-11-01'), [[4, '23000']]],
  ];
  const expected = cases.flatMap(([name, , warnings]) =>
    warnings.map(([line, value]) => [name, 'readings.csv', line, 'value', 'reading.abovePower', value]),
  );
  expect(await runCases(cases, {}, 'check')).toEqual(byName(expected));
});
