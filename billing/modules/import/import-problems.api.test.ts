import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { importFolder } from './public.ts';
import { entityProblemCases } from './testing/entity-files.ts';
import { feedInProblemCases } from './testing/feed-in-files.ts';
import { problemCases, secondMeter } from './testing/problem-cases.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let folder: string;
const clock = fixedClock(kyivInstant(localDate('2026-11-20'), 12, 0));

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
});

afterAll(async () => {
  await connected.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(files: Readonly<Record<string, string | Buffer | null>>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
  for (const [name, content] of Object.entries({ ...supplierFiles, ...files }))
    if (content !== null) await writeFile(join(folder, name), content);
}

function run() {
  return importFolder({ db: connected.db as BillingDatabase, pool: connected.pool, folder, clock });
}

async function rowCount(): Promise<number> {
  const { rows } = await connected.pool.query<{ count: number }>(`
    select (select count(*) from billing.supplier) + (select count(*) from billing.tariff)
      + (select count(*) from billing.customer) + (select count(*) from billing.account)
      + (select count(*) from billing.period) as count`);
  return Number(rows[0]?.count);
}

test.each(usualPart([...problemCases, ...feedInProblemCases, ...entityProblemCases], 45))(
  '%s is named with its file, line and column, and nothing is loaded',
  async (_, files, expected) => {
    const isSecondMeter = expected[3] === 'reading.beforeInstallation';
    await write(isSecondMeter ? { ...files, ...secondMeter } : files);
    const result = await run();
    expect(result).toMatchObject({ kind: 'problems', total: 1 });
    const [problem] = result.kind === 'problems' ? result.problems : [];
    expect([problem?.file, problem?.line, problem?.column, problem?.code, problem?.value]).toEqual(expected);
    expect(await rowCount()).toBe(0);
  },
);

const { 'readings.csv': readings, 'customers.csv': customers } = supplierFiles;

test('all problems are reported at once, by file and line', async () => {
  await write({
    'customers.csv': customers.replace('C1,person', 'C1,human').replace('+380501110001', '1'),
    'readings.csv': readings.replace('12345', 'x').replace('12425', 'y'),
  });
  const result = await run();
  const places = result.kind === 'problems' ? result.problems.map(({ file, line }) => `${file}:${line}`) : [];
  expect(places).toEqual(['customers.csv:2', 'customers.csv:2', 'readings.csv:2', 'readings.csv:3']);
});

test('of very many problems a thousand are listed and all are counted', async () => {
  const row = '2390001111,21040017,single,2026-11-01,1,customer,\n';
  await write({ 'readings.csv': `${readings.split('\n')[0]}\n${row.replace(',1,', ',x,').repeat(1500)}` });
  const result = await run();
  expect(result.kind === 'problems' && result.problems.length).toBe(1000);
  expect(result.kind === 'problems' && result.total).toBeGreaterThanOrEqual(1500);
  expect(await readFile(join(folder, 'readings.csv'), 'utf8')).toContain(',x,');
});

test('a folder that does not exist is said to be none', async () => {
  const nowhere = {
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    folder: `${folder}/none`,
    clock,
  };
  expect(await importFolder(nowhere)).toEqual({ kind: 'noFolder' });
});

/** 5 kW let 480 kWh through in four days. */
test.each<[string, readonly number[], readonly unknown[]]>([
  ['as much as the power lets through', [12_345, 12_425, 12_905], []],
  ['a step above the power', [12_345, 12_425, 12_906], [[4, 'value', 'reading.abovePower', '12906']]],
  ['as much through zero', [99_000, 99_900, 380], []],
  ['a roll-over above the power', [99_000, 99_900, 381], [[4, 'value', 'reading.abovePower', '381']]],
  // 3,720 kWh in October.
  [
    'each of them',
    [10_000, 13_721, 14_202],
    [
      [3, 'value', 'reading.abovePower', '13721'],
      [4, 'value', 'reading.abovePower', '14202'],
    ],
  ],
])(
  'of the readings of a folder that can be loaded it names %s',
  async (_, [first, second, third], expected) => {
    const head = `${readings.split('\n')[0]}\n`;
    const rowOf = (day: string, value: number | undefined) =>
      `2390001111,21040017,single,${day},${value},customer,\n`;
    await write({
      'readings.csv':
        head + rowOf('2026-10-01', first) + rowOf('2026-11-01', second) + rowOf('2026-11-05', third),
    });
    const result = await importFolder({
      ...{ db: connected.db as BillingDatabase, pool: connected.pool, folder, clock },
      mode: 'check',
    });
    const { warnings, warningCount } =
      result.kind === 'checked' ? result : { warnings: [], warningCount: -1 };
    expect(warnings.map(({ line, column, code, value }) => [line, column, code, value])).toEqual(expected);
    expect(warningCount).toBe(expected.length);
    expect(await rowCount()).toBe(0);
  },
);

test.each([
  // Its first reading is where the history begins: what it counted before is not charged.
  ['2021-05-18', []],
  ['2026-10-20', [[4, '23000']]],
])(
  'what a meter of %s counted since its installation is named when it is charged',
  async (installedOn, expected) => {
    const { 'meters.csv': meters, 'registers.csv': registers, 'metering-points.csv': points } = supplierFiles;
    const other = '2390001111,62Z0123456789017';
    await write({
      'metering-points.csv': points,
      'meters.csv': `${meters}${other},9,Type,single,5,1,working,${installedOn},,\n`,
      'registers.csv': `${registers}2390001111,9,single,0,\n`,
      'readings.csv': `${readings}2390001111,9,single,${installedOn < '2026-10-01' ? '2026-10-01' : '2026-11-01'},23000,customer,\n`,
    });
    const result = await importFolder({
      ...{ db: connected.db as BillingDatabase, pool: connected.pool, folder, clock },
      mode: 'check',
    });
    const warnings = result.kind === 'checked' ? result.warnings : undefined;
    expect(warnings?.map(({ line, value }) => [line, value])).toEqual(expected);
  },
);
