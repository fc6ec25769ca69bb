import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFolder } from '#billing/modules/import/public.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';
import { answersOf, type CopiedBooks, copyBooks, filesOf } from './testing/copy-books.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let books: CopiedBooks;
const clock = fixedClock(kyivInstant(localDate('2026-12-01'), 12, 0));

beforeAll(async () => {
  database = await createSampleDatabase('2026-12-01');
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  books = await copyBooks(connected.pool, clock, async ({ db, pool, folder }) => {
    expect(await checkLedger(db)).toEqual([]);
    const again = await importFolder({ db, pool, folder, clock });
    expect(again).toMatchObject({ kind: 'loaded' });
    expect(Object.entries('added' in again ? again.added : {}).filter(([, rows]) => rows > 0)).toEqual([]);
  });
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

test('the sample, exported and imported into an empty database, has the same books', () => {
  expect(books.answersOfCopy).toEqual(books.answers);
});

test('the export of the copy is the export of the sample, byte for byte', () => {
  for (const [name, content] of Object.entries(books.files))
    expect(books.filesOfCopy[name] === content, name).toBe(true);
});

test('the commands export the same files, and import them', async () => {
  const [root, empty] = [await mkdtemp(join(tmpdir(), 'svitlo-commands-')), await createTestDatabase()];
  const folder = join(root, 'books');
  const TEST_CLOCK_FILE = join(root, 'instant');
  await writeFile(TEST_CLOCK_FILE, instantToIso(clock.now()));
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    TEST_CLOCK_FILE,
    SVITLO_DATA: join(root, 'data'),
  };
  const run = (script: string, { url }: TestDatabase) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../../cli', script), folder], {
      env: { ...environment, DATABASE_URL: url },
    });
  const copy = connectDatabase<unknown>({ url: empty.url, poolSize: 1 });
  try {
    await run('export.ts', database);
    expect(await filesOf(folder)).toEqual(books.files);
    await run('import.ts', empty);
    expect(await answersOf(copy.pool)).toEqual(books.answers);
  } finally {
    await copy.close();
    await Promise.all([empty.close(), rm(root, { recursive: true })]);
  }
});
