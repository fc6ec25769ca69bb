import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { startS3, type TestS3 } from '#platform/object-store/testing/start-s3.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { readOrMakeKeys } from '#portal/keys.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { runBackup } from '../backup.ts';
import { joinFiles } from '../files/join-files.ts';
import { migrateProduct, openDatabase, startOwnDatabase } from '../open-database.ts';
import { runRestore } from '../restore.ts';
import { runBackups } from './run-backups.ts';

let s3: TestS3;
let folder: string;
let keyFile: string;
let environment: Record<string, string>;
/** Account numbers that were there at the moment, and at the end. */
let atMoment: string[];
let atEnd: string[];
let moment: string;
const [small, large] = [newId(), newId()];
const largeContent = Buffer.alloc(20_000_000, 'kWh');

/** Runs a command with its output. */
async function run(command: typeof runBackup, args: readonly string[], more: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await command(args, {
    environment: { ...environment, ...more },
    print: (line) => void lines.push(line),
  });
  return { code, output: lines.join('\n') };
}

const filesOf = (more: Record<string, string> = {}) => openFileStore(readConfig({ ...environment, ...more }));

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 's3-backup-'));
  keyFile = join(folder, 'operator-key');
  const data = await temporaryDataFolder();
  const made = await run(runBackup, ['--new-key', keyFile]);
  environment = {
    ...{ SVITLO_DATA: data.path, S3_ENDPOINT: s3.endpoint, FILES_TO: 's3://files/portal' },
    BACKUP_TO: 's3://backups/svitlo',
    BACKUP_RECIPIENT: /BACKUP_RECIPIENT=(\S+)/.exec(made.output)?.[1] ?? '',
  };
  const config = readConfig(environment);
  const own = startOwnDatabase(config, 0);
  const server = await own.server;
  await migrateProduct(server);
  await readOrMakeKeys(config);
  const { db, close } = connectDatabase<unknown>({ url: server.url, poolSize: 2 });
  const add = async () => (await makeAccount(db as BillingDatabase)).accountNumber;
  await makeSupplier(db as BillingDatabase);
  expect(await joinFiles(config, server.url)).toBeUndefined();
  atMoment = [await add()];
  await filesOf().put(small, Buffer.from('a photo'));
  await filesOf().put(large, largeContent);
  const backup = await run(runBackup, []);
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('Files: 3 new.')]);
  atMoment.push(await add());
  // The clock of the database has microseconds.
  moment = instantToIso((systemClock.now() + 1) as Instant);
  atEnd = [...atMoment, await add()];
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as segment');
  await client.end();
  await vi.waitFor(
    async () => expect(await readdir(server.archiveFolder)).toContain(rows[0]?.segment),
    20_000,
  );
  // Its first round stores the log.
  await runBackups(config, { database: server, log: createLogger({ level: 'error' }) }).stop();
  expect(await readdir(server.archiveFolder)).toEqual([]);
  await close();
  await own.stop();
  await data.remove();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

/** What a restored installation has, and whether its files are those of its database. */
async function examine(settings: Record<string, string>) {
  const config = readConfig({ ...environment, ...settings });
  const database = await openDatabase(config, { use: 'asItIs' });
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
  const accounts = await (db as BillingDatabase)
    .selectFrom('billing.account')
    .select('account_number')
    .execute();
  const named = await (db as PortalDatabase).selectFrom('portal.file_store').select('address').execute();
  const fault = await joinFiles(config, database.url);
  await close();
  await database.close();
  return { accounts: accounts.map((row) => row.account_number).sort(), named, fault };
}

test('an installation with its files on S3 is restored from S3 to a moment; files that are gone come back', async () => {
  await filesOf().remove(small);
  const copy = await temporaryDataFolder();
  const restored = await run(runRestore, ['--key', keyFile, '--until', moment], { SVITLO_DATA: copy.path });
  expect(restored.output).toContain('книги сходяться, перевірено особових рахунків: 2');
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Files: 3.')]);
  expect(await examine({ SVITLO_DATA: copy.path })).toEqual({
    accounts: atMoment.toSorted(),
    named: [{ address: 's3://files/portal/' }],
    fault: undefined,
  });
  expect((await filesOf().find(small))?.toString()).toBe('a photo');
  expect(await readdir(copy.path)).not.toContain('files');
  await copy.remove();
});

test('it is restored to the end of the log, with its files in a folder or a bucket that has none', async () => {
  const copy = await temporaryDataFolder();
  const settings = { SVITLO_DATA: copy.path, FILES_TO: '' };
  const restored = await run(runRestore, ['--key', keyFile], settings);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Files: 3.')]);
  expect(await examine(settings)).toMatchObject({ accounts: atEnd.toSorted(), fault: undefined });
  expect((await filesOf(settings).find(large))?.equals(largeContent)).toBe(true);
  await copy.remove();
});

test('a trial of a restore touches no file of the bucket', async () => {
  await filesOf().remove(small);
  const copy = await temporaryDataFolder();
  const tried = await run(runRestore, ['--key', keyFile, '--check'], { SVITLO_DATA: copy.path });
  expect(tried.code).toBe(0);
  expect(await filesOf().find(small)).toBeUndefined();
  await copy.remove();
});

test('files and secrets of an installation with an external database are restored without it', async () => {
  const copy = await temporaryDataFolder();
  const settings = { SVITLO_DATA: copy.path, DATABASE_URL: 'postgres://svitlo@127.0.0.1:1/svitlo' };
  const restored = await run(runRestore, ['--key', keyFile], settings);
  expect(restored.output).toContain('Database: external');
  expect(restored.output).toContain('Files: 3.');
  // The doctor: nothing answers there.
  expect(restored.code).toBe(2);
  expect(await readdir(copy.path)).toEqual(expect.arrayContaining(['keys', 'audit-keys']));
  expect(await filesOf().find(small)).toBeDefined();
  const until = await run(runRestore, ['--key', keyFile, '--until', moment], settings);
  expect([until.code, until.output]).toEqual([1, expect.stringContaining('Leave --until out')]);
  await copy.remove();
});
