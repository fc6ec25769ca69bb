import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { noteArchived, noteBackup } from '#platform/host/backup-state.ts';
import { checkBackups, checkDisks } from './check-host.ts';

const now = instantFromIso('2026-11-20T10:00:00Z');
let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-host-'));
  return () => rm(dataFolder, { recursive: true, force: true });
});

async function backupsOf(state: object | string, production = true) {
  const content = typeof state === 'string' ? state : JSON.stringify(state);
  await writeFile(join(dataFolder, 'backup-state.json'), content);
  const findings = await checkBackups({ dataFolder, production, backups: undefined }, now);
  return findings.map(({ kind, code, details }) => [kind, code, details.hours]);
}
const never = { lastCheckAt: null, lastCheckOk: null };
const made = (lastBackupAt: string) => ({ lastBackupAt, target: '/backups', ...never });

test('no backups are a note in production and nothing elsewhere', async () => {
  expect(await checkBackups({ dataFolder, production: true, backups: undefined }, now)).toMatchObject([
    { kind: 'note', code: 'noBackup' },
  ]);
  expect(await checkBackups({ dataFolder, production: false, backups: undefined }, now)).toEqual([]);
});

test('backups that are set and were not made yet are named with their place', async () => {
  const backups = { to: '/backups', days: 30, recipient: 'age1', keyFile: undefined };
  expect(await checkBackups({ dataFolder, production: true, backups }, now)).toMatchObject([
    { kind: 'note', code: 'backupAwaited', details: { target: '/backups' } },
  ]);
});

test.each([
  ['2026-11-19T08:00:00Z', 'well', 'backup', 26],
  ['2026-11-19T07:59:59Z', 'bad', 'backupOld', 26],
  ['2026-11-01T10:00:00Z', 'bad', 'backupOld', 456],
])('a backup of %s', async (at, kind, code, hours) => {
  expect(await backupsOf(made(at))).toEqual([
    [kind, code, hours],
    ['note', 'backupUnchecked', undefined],
  ]);
});

test.each([
  [true, 'well', 'backupChecked'],
  [false, 'bad', 'backupCheckFailed'],
])('the last check of a backup: good is %s', async (lastCheckOk, kind, code) => {
  const at = '2026-11-20T08:00:00Z';
  expect(await backupsOf({ ...made(at), lastCheckAt: at, lastCheckOk })).toEqual([
    ['well', 'backup', 2],
    [kind, code, 2],
  ]);
});

test.each([
  ['2026-11-20T09:31:00Z', 'well', 'walArchived', 29],
  ['2026-11-20T09:29:00Z', 'bad', 'walOld', 31],
])('a log that was stored whole last at %s', async (at, kind, code, minutes) => {
  await noteArchived(dataFolder, instantFromIso(at));
  await noteBackup(dataFolder, {
    target: '/backups',
    lastBackupAt: now,
    lastCheckAt: now,
    lastCheckOk: true,
  });
  const findings = await checkBackups({ dataFolder, production: true, backups: undefined }, now);
  expect(findings.at(-1)).toMatchObject({ kind, code, details: { minutes } });
});

test('a log that is stored without a copy of the database is a fault', async () => {
  await noteArchived(dataFolder, now);
  const [first] = await checkBackups({ dataFolder, production: true, backups: undefined }, now);
  expect(first).toMatchObject({ kind: 'bad', code: 'noCopy' });
});

test('a file of another form is a fault', async () => {
  expect(await backupsOf('{}')).toEqual([['bad', 'backupUnread', undefined]]);
});

test('checkDisks has the disk of the data folder, or says that it can not be read', async () => {
  expect(await checkDisks({ dataFolder })).toMatchObject([{ details: { disk: 'data' } }]);
  await rm(dataFolder, { recursive: true });
  expect(await checkDisks({ dataFolder })).toMatchObject([{ kind: 'bad', code: 'noDisk' }]);
});
