import { copyFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import {
  type EmbeddedPostgres,
  passwordFileName,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { createFolderObjects } from '#platform/object-store/folder-objects.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { type BackupTarget, openSource, openTarget } from './backup-place.ts';
import { type BaseFacts, copyCluster } from './copy-cluster.ts';
import { restoreCluster } from './restore-cluster.ts';
import { newOperatorKey } from './sealing.ts';
import { endedSegments, shipSegments } from './wal-archive.ts';

const operator = await newOperatorKey();
const databaseName = 'svitlo';

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let place: string;
let server: EmbeddedPostgres;
let target: BackupTarget;
let base: BaseFacts;

async function ask(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** The moments of the database's clock at which each value is known as committed. */
const committed: { readonly value: number; readonly at: Instant }[] = [];

async function commit(value: number): Promise<void> {
  await ask(server.url, `insert into own.kept values (${value})`);
  committed.push({ value, at: systemClock.now() });
}

beforeAll(async () => {
  data = await temporaryDataFolder();
  place = await mkdtemp(join(tmpdir(), 'backup-'));
  server = await startEmbeddedPostgres({ dataFolder: data.path, databaseName, archives: true });
  await ask(server.url, 'create schema own');
  await ask(server.url, 'create table own.kept (value integer primary key)');
  target = await openTarget(createFolderObjects(place), operator.recipient);
  await commit(1);
  const copying = copyCluster(target, { adminUrl: server.adminUrl, clock: systemClock });
  for (let value = 2; value < 40; value += 1) await commit(value);
  base = await copying;
  for (let value = 40; value < 80; value += 1) await commit(value);
  const [last] = await ask(server.adminUrl, 'select pg_walfile_name(pg_switch_wal()) as segment');
  await vi.waitFor(async () => expect(await readdir(server.archiveFolder)).toContain(last?.segment), 20_000);
  await shipSegments(target, server.archiveFolder, await endedSegments(server.archiveFolder));
});
afterAll(async () => {
  await server.stop();
  await data.remove();
  await rm(place, { recursive: true });
});

async function restoreValues(
  until: Instant | undefined,
): Promise<{ readonly values: number[]; readonly isLogShort: boolean }> {
  const copy = await temporaryDataFolder();
  await copyFile(join(data.path, passwordFileName), join(copy.path, passwordFileName));
  const source = await openSource(createFolderObjects(place), operator);
  const restored = await restoreCluster(source, base, {
    ...{ dataFolder: copy.path, databaseName, until, settings: { fsync: 'off' } },
  });
  const rows = await ask(restored.server.url, 'select value from own.kept order by value');
  await ask(restored.server.url, 'insert into own.kept values (1000)');
  await restored.server.stop();
  await copy.remove();
  return { values: rows.map(({ value }) => value), isLogShort: restored.isLogShort };
}

test('a copy made under load and the log since have everything that was committed', async () => {
  expect(await restoreValues(undefined)).toEqual({
    values: committed.map(({ value }) => value),
    isLogShort: false,
  });
});

test('a moment has everything that was committed before it, and nothing after', async () => {
  const { value, at } = committed[49] ?? { value: 0, at: 0 as Instant };
  expect(await restoreValues((at + 1) as Instant)).toEqual({
    values: committed.map((one) => one.value).filter((one) => one <= value),
    isLogShort: false,
  });
});

test('a moment after the last transaction has them all, and says that the log ends before it', async () => {
  const { values, isLogShort } = await restoreValues(systemClock.now());
  expect(values).toHaveLength(committed.length);
  expect(isLogShort).toBe(true);
});

test('a log with a gap is restored to a moment before it alone', async () => {
  const broken = join(place, '..', `broken-${process.pid}`);
  await cp(place, broken, { recursive: true });
  const last = (await readdir(join(broken, 'wal'))).sort().at(-1) ?? '';
  // What is stored after a missing segment does not follow what is before it.
  const later = last.replace(/^(.{16}).{8}/, (_, start) => `${start}000000FF`);
  await rename(join(broken, 'wal', last), join(broken, 'wal', later));
  const source = await openSource(createFolderObjects(broken), operator);
  const copy = await temporaryDataFolder();
  const restoring = restoreCluster(source, base, {
    ...{ dataFolder: copy.path, databaseName, until: undefined, settings: {} },
  });
  await expect(restoring).rejects.toThrow('has a gap in its log');
  expect(await readdir(copy.path)).toEqual([]);
  await Promise.all([copy.remove(), rm(broken, { recursive: true })]);
});
