import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readBackupState } from '#platform/host/backup-state.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { readConfig } from '#portal/config.ts';
import { readOrMakeKeys } from '#portal/keys.ts';
import { runBackup } from './backup.ts';
import { beginRestore } from './backups/unfinished-restore.ts';
import { openDatabase } from './open-database.ts';
import { runRestore } from './restore.ts';

const fileId = '0198c0de-0000-7000-8000-0000000000aa';
const large = Buffer.alloc(40_000_000, 'kWh');

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let folder: string;
let place: string;
let keyFile: string;
let recipient: string;
let accounts: string[];

/** Runs a command with its output. */
async function run(
  command: typeof runBackup,
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  const lines: string[] = [];
  const code = await command(args, {
    environment: { SVITLO_DATA: data.path, BACKUP_RECIPIENT: recipient, ...environment },
    print: (line) => void lines.push(line),
  });
  return { code, output: lines.join('\n') };
}

async function accountsOf(dataFolder: string): Promise<string[]> {
  const database = await openDatabase(readConfig({ SVITLO_DATA: dataFolder }), { use: 'asItIs' });
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
  const rows = await sql<{
    number: string;
  }>`select account_number as number from billing.account order by 1`.execute(db);
  await close();
  await database.close();
  return rows.rows.map(({ number }) => number);
}

beforeAll(async () => {
  data = await temporaryDataFolder();
  folder = await mkdtemp(join(tmpdir(), 'svitlo-backup-'));
  [place, keyFile] = [join(folder, 'place'), join(folder, 'operator-key')];
  const database = await openDatabase(readConfig({ SVITLO_DATA: data.path }));
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  await makeSupplier(db as BillingDatabase);
  const first = await makeAccount(db as BillingDatabase);
  const second = await makeAccount(db as BillingDatabase);
  accounts = [first.accountNumber, second.accountNumber].sort();
  await close();
  await database.close();
  await mkdir(join(data.path, 'files/aa'), { recursive: true });
  await writeFile(join(data.path, 'files/aa', fileId), 'a photo');
  await writeFile(join(data.path, 'files/aa', `${fileId.slice(0, -2)}bb`), large);
  await writeFile(join(data.path, 'files/aa', `${fileId}.7.part`), 'half of a photo');
  await readOrMakeKeys({ dataFolder: data.path, keys: {} });
  recipient = '';
  const made = await run(runBackup, ['--new-key', keyFile]);
  recipient = /BACKUP_RECIPIENT=(\S+)/.exec(made.output)?.[1] ?? '';
});
afterAll(async () => {
  await data.remove();
  await rm(folder, { recursive: true });
});

test('a key file is for its owner alone and is never overwritten', async () => {
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  await expect(run(runBackup, ['--new-key', keyFile])).rejects.toThrow('EEXIST');
});

test('an installation is backed up, destroyed and restored: database, files and secrets; the doctor finds nothing', async () => {
  expect(await run(runBackup, [place])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Files: 2 new.'),
  });
  expect(await readBackupState(data.path)).toMatchObject({ target: place, lastBackupAt: expect.any(Number) });
  const copy = await temporaryDataFolder();
  const restored = await run(runRestore, [place, '--key', keyFile], { SVITLO_DATA: copy.path });
  expect(restored.output).toContain('книги сходяться, перевірено особових рахунків: 2');
  expect(restored.code).toBe(0);
  expect(await accountsOf(copy.path)).toEqual(accounts);
  for (const name of ['keys', 'audit-keys', 'database-password'])
    expect(await readFile(join(copy.path, name), 'utf8')).toBe(await readFile(join(data.path, name), 'utf8'));
  expect(await readFile(join(copy.path, 'files/aa', fileId), 'utf8')).toBe('a photo');
  expect((await readFile(join(copy.path, 'files/aa', `${fileId.slice(0, -2)}bb`))).equals(large)).toBe(true);
  expect(await readdir(join(copy.path, 'files/aa'))).toHaveLength(2);
  const again = await run(runRestore, [place, '--key', keyFile], { SVITLO_DATA: copy.path });
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  await copy.remove();
});

test('a restore that was killed is no installation: a start refuses it, and the same command begins afresh', async () => {
  const copy = await temporaryDataFolder();
  await beginRestore(copy.path);
  await writeFile(join(copy.path, 'keys'), 'half of them');
  await mkdir(join(copy.path, 'postgres/cluster'), { recursive: true });
  await expect(accountsOf(copy.path)).rejects.toThrow('was cut off');
  const restored = await run(runRestore, [place, '--key', keyFile], { SVITLO_DATA: copy.path });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('begins afresh') });
  expect(await accountsOf(copy.path)).toEqual(accounts);
  await copy.remove();
});

test('a check restores into a folder of its own, notes how it ended, and leaves nothing', async () => {
  await run(runBackup, [place], { BILLING_BACKEND_SECRET: 'a secret of the billing back end' });
  const before = await readdir(data.path);
  // What a check that was killed has left.
  await mkdir(join(data.path, 'restore-check/postgres/cluster'), { recursive: true });
  await writeFile(join(data.path, 'restore-check/keys'), 'half of them');
  const { code, output } = await run(runRestore, [place, '--key', keyFile, '--check']);
  expect(code).toBe(0);
  expect(output).not.toContain('Set up again by hand');
  expect(await readdir(data.path)).toEqual(before);
  expect(await readBackupState(data.path)).toMatchObject({
    lastCheckOk: true,
    lastCheckAt: expect.any(Number),
  });
});

test('a second backup copies the database again and only new files; a file that is gone is still there', async () => {
  await rm(join(data.path, 'files/aa', fileId));
  expect((await run(runBackup, [place])).output).toContain('Files: 0 new.');
  const copy = await temporaryDataFolder();
  await run(runRestore, [place, '--key', keyFile], { SVITLO_DATA: copy.path });
  expect(await readFile(join(copy.path, 'files/aa', fileId), 'utf8')).toBe('a photo');
  await copy.remove();
});

test.each([
  [
    'a place in the data folder',
    () => run(runBackup, [join(data.path, 'backups')]),
    'lies in the data folder',
  ],
  [
    'a place with other things',
    () => run(runBackup, [data.path.replace(/[^/]+$/, '..')]),
    'is no place of backups',
  ],
  [
    'a recipient that is no key',
    () => run(runBackup, [place, '--recipient', 'age1wrong']),
    'public key of age',
  ],
  [
    'another recipient than before',
    () =>
      run(runBackup, [
        place,
        '--recipient',
        'age1d9aq434v8xkh7yzwhpq74wwsfgtskqlds5wr7qhx0tjw5y4uf3jqx6kf6e',
      ]),
    'name another place',
  ],
  [
    'no moment',
    () => run(runRestore, [place, '--key', keyFile, '--until', 'yesterday', '--check']),
    'is no moment',
  ],
  [
    'a moment before the oldest copy',
    () => run(runRestore, [place, '--key', keyFile, '--until', '2020-01-01 10:00', '--check']),
    'name a later moment',
  ],
  ['an empty place', () => run(runRestore, [join(folder, 'none'), '--key', keyFile]), 'There are no backups'],
])('%s is refused with a sentence', async (_, act, sentence) => {
  await expect(act()).rejects.toThrow(sentence);
});

test('a damaged backup is told and leaves an empty folder', async () => {
  const damaged = join(folder, 'damaged');
  await cp(place, damaged, { recursive: true });
  const bases = await readdir(join(damaged, 'base'));
  const pieces = join(damaged, 'base', bases.sort().at(-1) ?? '', 'cluster');
  const [piece = ''] = await readdir(pieces);
  const bytes = await readFile(join(pieces, piece));
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(join(pieces, piece), bytes);
  const copy = await temporaryDataFolder();
  await expect(run(runRestore, [damaged, '--key', keyFile], { SVITLO_DATA: copy.path })).rejects.toThrow(
    'The backup is damaged',
  );
  expect((await readdir(copy.path)).filter((name) => name !== 'lock')).toEqual([]);
  await copy.remove();
});
