import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFiles, declareFilesRight } from '#cli/doctor/check-files.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { startS3, type TestS3 } from '#platform/object-store/testing/start-s3.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { runCopyFiles } from './copy-files.ts';
import { joinFiles } from './join-files.ts';

let s3: TestS3;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'cli-files-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (environment: Record<string, string>) =>
  readConfig({ SVITLO_DATA: join(folder, 'data'), S3_ENDPOINT: s3.endpoint, ...environment });

describe('the start and the doctor', () => {
  let database: TestDatabase;
  let db: PortalDatabase;
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
    [db, close] = [connected.db as PortalDatabase, connected.close];
  });
  afterAll(async () => {
    await close();
    await database.close();
  });
  const start = (environment: Record<string, string>) => joinFiles(configOf(environment), database.url);
  const doctor = (environment: Record<string, string>) => checkFiles(db, configOf(environment));

  test('a bucket that is not there ends the start with the name of the setting', async () => {
    const wrong = { FILES_TO: 's3://nowhere/x' };
    await expect(start(wrong)).rejects.toThrow(/^FILES_TO can't be used: s3:\/\/nowhere\/x\/: NoSuchBucket/);
    expect(await doctor(wrong)).toMatchObject([{ kind: 'bad', code: 'noFiles' }]);
  });

  test('a folder that can not be made ends the start with the name of the setting', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const starting = start({ FILES_TO: join(file, 'files') });
    await expect(starting).rejects.toThrow(/^FILES_TO can't be used: (ENOTDIR|EEXIST)/);
  });

  test('a storage that does not answer is a warning of the start', async () => {
    const silent = { FILES_TO: 's3://files/x', S3_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await start(silent)).toContain('Files are refused until the storage answers.');
    expect(await doctor(silent)).toMatchObject([{ kind: 'bad', code: 'noFiles' }]);
  });

  test('a node with files of its own is refused in production, warned of elsewhere, and accepted when it is declared right', async () => {
    const [shared, own] = [{ FILES_TO: 's3://files/shared' }, { FILES_TO: join(folder, 'own') }];
    const production = { NODE_ENV: 'production' };
    expect(await start({ ...shared, ...production })).toBeUndefined();
    expect(await start(shared)).toBeUndefined();
    await expect(start({ ...own, ...production })).rejects.toThrow('Set FILES_TO to one place for all nodes');
    expect(await start(own)).toContain('are not the files of this database');
    expect(await doctor({ ...own, ...production })).toMatchObject([{ kind: 'bad', code: 'otherFiles' }]);
    expect(await doctor(own)).toMatchObject([{ kind: 'note', code: 'otherFiles' }]);
    expect(await doctor(shared)).toMatchObject([{ kind: 'well', code: 'files' }]);
    expect(await declareFilesRight(db, configOf(own))).toMatchObject([{ kind: 'well', code: 'filesSet' }]);
    expect(await start({ ...own, ...production })).toBeUndefined();
    await expect(start({ ...shared, ...production })).rejects.toThrow('are not the files of this database');
  });
});

/** Runs the command with its output. */
async function copy(...args: string[]) {
  const lines: string[] = [];
  const environment = { S3_ENDPOINT: s3.endpoint };
  const code = await runCopyFiles(args, { environment, print: (line) => void lines.push(line) });
  return { code, output: lines.join('\n') };
}

describe('npm run copy-files', () => {
  test('brings a folder into a bucket while files are added, then the rest, and a node joins without a warning', async () => {
    const database = await createTestDatabase();
    const [before, after] = [{ FILES_TO: join(folder, 'old') }, { FILES_TO: 's3://files/new' }];
    const [old, files] = [openFileStore(configOf(before)), openFileStore(configOf(after))];
    expect(await joinFiles(configOf(before), database.url)).toBeUndefined();
    const fileIds = Array.from({ length: 20 }, newId);
    for (const fileId of fileIds) await old.put(fileId, Buffer.from(fileId));
    // S3 stores the second alone: a copy of the same second would be taken for an older one and copied again.
    const stored = await readdir(before.FILES_TO, { recursive: true });
    await Promise.all(
      stored.map((name) => utimes(join(before.FILES_TO, name), 1_700_000_000, 1_700_000_000)),
    );
    const args = ['--from', before.FILES_TO, '--to', after.FILES_TO];
    const copying = copy(...args);
    const added = newId();
    await old.put(added, Buffer.from('added meanwhile'));
    // 20 files and the id; the one that is added meanwhile may be among them.
    expect(await copying).toMatchObject({ code: 0, output: expect.stringMatching(/^Files: 2[12] copied/) });
    expect(await joinFiles(configOf({ ...after, NODE_ENV: 'production' }), database.url)).toBeUndefined();
    const [changed = ''] = fileIds;
    await files.put(changed, Buffer.from(changed.toUpperCase()));
    const { code, output } = await copy(...args, '--verify');
    expect(output).toMatch(/^Files: [01] copied .*, 2[12] were at s3:\/\/files\/new\/ before\.\n/);
    expect(output).toContain(`not the same: 1, first of all ${changed.slice(-2)}/${changed}.`);
    expect(code).toBe(1);
    for (const fileId of fileIds.slice(1)) expect((await files.find(fileId))?.toString()).toBe(fileId);
    expect((await files.find(added))?.toString()).toBe('added meanwhile');
    await database.close();
  });

  test('brings what nodes without ids of stores add after the new place has its id', async () => {
    const database = await createTestDatabase();
    const [before, after] = [{ FILES_TO: join(folder, 'of-1.0.0') }, { FILES_TO: join(folder, 'shared') }];
    expect(await joinFiles(configOf(after), database.url)).toBeUndefined();
    const fileId = newId();
    await openFileStore(configOf(before)).put(fileId, Buffer.from(fileId));
    expect(await copy('--from', before.FILES_TO, '--to', after.FILES_TO)).toMatchObject({ code: 0 });
    expect((await openFileStore(configOf(after)).find(fileId))?.toString()).toBe(fileId);
    expect(await joinFiles(configOf({ ...after, NODE_ENV: 'production' }), database.url)).toBeUndefined();
    await database.close();
  });

  test.each([
    ['a place without files', ['--from', '/nonexistent', '--to', 's3://files/y'], 'There are no files at'],
    [
      'one place',
      ['--from', 's3://files/x', '--to', 's3://files/x/y'],
      'are one place, or one lies in the other',
    ],
    ['a bucket that is not there', ['--from', 's3://nowhere', '--to', '/tmp/x'], 'NoSuchBucket'],
    ['no place', ['--from', 'ftp://host/x', '--to', '/tmp/x'], 'is neither a folder nor s3://'],
  ])('refuses %s', async (_, args, sentence) => {
    await expect(copy(...args)).rejects.toThrow(sentence);
  });

  test('refuses the files of another installation, and prints how it is used', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    const places = [join(folder, 'one'), join(folder, 'other')];
    await joinFiles(configOf({ FILES_TO: places[0] ?? '' }), one.url);
    await joinFiles(configOf({ FILES_TO: places[1] ?? '' }), other.url);
    const copying = copy('--from', places[0] ?? '', '--to', places[1] ?? '');
    await expect(copying).rejects.toThrow('has the files of another installation');
    expect(await copy('--from', '/x')).toEqual({ code: 1, output: expect.stringContaining('Usage') });
    await Promise.all([one.close(), other.close()]);
  });
});
