import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportFolder } from '#billing/modules/export/public.ts';
import { type ImportFixture, openImportFixture } from '../testing/import-fixture.ts';
import { supplierFiles } from '../testing/supplier-files.ts';

/** An export of the household of `supplierFiles` on 20.11.2026. */
let exported: Readonly<Record<string, string>>;
let fixture: ImportFixture;

beforeAll(async () => {
  const source = await openImportFixture('2026-11-20');
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-books-'));
  try {
    await source.load(supplierFiles);
    await exportFolder({ pool: source.pool, folder, clock: source.clock });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    exported = Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await source.end();
  }
});
beforeEach(async () => {
  fixture = await openImportFixture('2026-11-20');
});
afterEach(() => fixture.end());

/** The export with a text of a file in place of another. */
function withText(file: string, from: string | RegExp, to: string): Record<string, string> {
  const content = exported[file] ?? '';
  const changed = content.replace(from, to);
  if (changed === content) throw new Error(`${file} has no ${from}`);
  return { ...exported, [file]: changed };
}

const storedBooks = () =>
  fixture.ask(`select (select count(*)::int from billing.bill) as bills, (select count(*)::int from billing.ledger_entry) as entries,
    (select count(*)::int from billing.period) as periods, (select count(*)::int from billing.account) as accounts`);

const wrong: readonly (readonly [
  name: string,
  files: () => Record<string, string>,
  problems: readonly string[],
])[] = [
  [
    'a bill whose sums do not make its closing balance',
    () => withText('bills.csv', '346.10', '346.11'),
    ['bills.csv closing books.sum 346.11'],
  ],
  [
    'an entry between an account and itself',
    () => withText('ledger-entries.csv', ',receivable,opening,', ',receivable,receivable,'),
    ['ledger-entries.csv credit value.choice receivable'],
  ],
  [
    'an entry of a payment that is in no file',
    () => withText('ledger-entries.csv', /P-1/, 'P-2'),
    ['ledger-entries.csv null reference.unknown'],
  ],
  [
    'consumption of a meter that is in no file',
    () => withText('consumption.csv', '21040017', '21040018'),
    ['consumption.csv null reference.unknown'],
  ],
  [
    'a line of a bill that is in no file',
    () => withText('bill-lines.csv', ',2026-10,', ',2026-09,'),
    ['bill-lines.csv period reference.unknown 2026-09'],
  ],
  [
    'moments, ids and energy that are none',
    () => ({
      ...withText('periods.csv', /,2026-\d\d-\d\dT/, ',01.11.2026 '),
      'ledger-entries.csv': (exported['ledger-entries.csv'] ?? '').replace(/,[0-9a-f]{8}-/, ',x-'),
      'bill-lines.csv': (exported['bill-lines.csv'] ?? '').replace(',80,', ',80.1234,'),
    }),
    [
      'periods.csv started_at value.instant',
      'ledger-entries.csv entry_id value.id',
      'bill-lines.csv energy_kwh value.energy',
    ],
  ],
  [
    'an account that is in no file',
    () => withText('bills.csv', '2390001111', '2390001112'),
    [
      'bill-lines.csv period reference.unknown 2026-10',
      'bills.csv account_number reference.unknown 2390001112',
    ],
  ],
];

test.each(wrong)('%s is named, and nothing is loaded', async (_name, files, problems) => {
  const result = await fixture.load(files());
  // Entries are in the order of their ids, which no test knows.
  const found = Array.isArray(result)
    ? result.map((line) => line.replace(/:\d+/, ''))
    : [JSON.stringify(result)];
  for (const problem of problems)
    expect(
      found.some((line) => line.startsWith(problem)),
      `${problem} in ${found.join('; ')}`,
    ).toBe(true);
  expect(await storedBooks()).toEqual([{ bills: 0, entries: 0, periods: 0, accounts: 0 }]);
});

test('books without their months are refused', async () => {
  const { 'periods.csv': _, ...rest } = exported;
  const result = await fixture.load(rest);
  expect(result).toContain('bills.csv:null null books.noPeriods');
});

test('columns of books are refused in a folder without them', async () => {
  const { 'payments.csv': payments, 'readings.csv': readings } = supplierFiles;
  const result = await fixture.load({
    ...supplierFiles,
    'payments.csv': payments.replace('provider\n', 'provider,state\n').replace(',bank\n', ',bank,refunded\n'),
    'readings.csv': readings
      .replace('submitted_on\n', 'submitted_on,period\n')
      .replace('2026-09-30\n', '2026-09-30,\n')
      .replace('2026-10-31\n', '2026-10-31,2026-11\n'),
    'benefits.csv':
      'account_number,period,amount,posting_period,entry_id\n2390001111,2026-10,5.00,2026-11,018f6b1e-7c1a-8d2b-9e3c-1a2b3c4d5e6f\n',
  });
  expect(result).toEqual([
    'readings.csv:3 period books.noPeriods 2026-11',
    'payments.csv:2 state books.noPeriods refunded',
    'benefits.csv:2 posting_period books.noPeriods 2026-11',
    'benefits.csv:2 entry_id books.noPeriods 018f6b1e-7c1a-8d2b-9e3c-1a2b3c4d5e6f',
  ]);
});

test('a folder of books closes no month, and posts nothing beside its entries', async () => {
  expect(await fixture.load(exported)).toMatchObject({ kind: 'loaded', closedPeriods: [] });
  expect(await storedBooks()).toEqual([{ bills: 1, entries: 4, periods: 2, accounts: 1 }]);
});

test('books are never added to books that are there: a line that differs, or is not stored, is refused', async () => {
  await fixture.load(exported);
  const before = await storedBooks();
  const differs = await fixture.load(
    withText('ledger-entries.csv', ',432.00,2026-11-05', ',433.00,2026-11-05'),
  );
  expect(differs).toEqual([expect.stringMatching(/^ledger-entries.csv:\d null row.differs/)]);
  const [header, line = ''] = (exported['planned-payments.csv'] ?? '').split('\n');
  expect(line).toBe('');
  const added = await fixture.load({
    ...exported,
    'planned-payments.csv': `${header}\n2390001111,2026-12,1,2026-12-10,5.00,,\n`,
  });
  expect(added).toEqual(['planned-payments.csv:2 null row.differs']);
  expect(await storedBooks()).toEqual(before);
  await fixture.load(exported);
  expect(await storedBooks()).toEqual(before);
});
