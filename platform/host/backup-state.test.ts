import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { assessBackups, noteArchived, noteBackup, readBackupState } from './backup-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-backup-state-'));
  return () => rm(folder, { recursive: true });
});
const write = (content: string) => writeFile(join(folder, 'backup-state.json'), content);

test('without the file backups are not set up', async () => {
  expect(await readBackupState(folder)).toBeUndefined();
});

test('reads what the commands of backups and the server noted, each beside the other', async () => {
  const [copied, checked, archived] = ['10', '11', '12'].map((hour) =>
    instantFromIso(`2026-11-20T${hour}:00:00Z`),
  );
  if (!copied || !checked || !archived) throw new Error('no instants');
  await noteBackup(folder, { target: '/backups', lastBackupAt: copied });
  expect(await readBackupState(folder)).toEqual({
    ...{ target: '/backups', lastBackupAt: copied },
    ...{ lastCheckAt: null, lastCheckOk: null, walArchivedAt: null },
  });
  await noteArchived(folder, archived);
  await noteBackup(folder, { lastCheckAt: checked, lastCheckOk: false });
  expect(await readBackupState(folder)).toEqual({
    ...{ target: '/backups', lastBackupAt: copied, lastCheckAt: checked, lastCheckOk: false },
    walArchivedAt: archived,
  });
  expect(await readdir(folder)).toEqual(['backup-state.json', 'wal-archived-at']);
});

test('assessBackups: a copy of more than 26 hours and a log of more than 30 minutes are old', () => {
  const now = instantFromIso('2026-11-20T12:00:00Z');
  const ago = (hours: number) => (now - hours * 3_600_000) as Instant;
  const state = { lastBackupAt: ago(26), lastCheckAt: ago(100), lastCheckOk: true, walArchivedAt: ago(0.5) };
  expect(assessBackups(state, now)).toEqual({ copy: 'fresh', check: 'good', log: 'fresh' });
  const later = (now + 1) as Instant;
  expect(assessBackups({ ...state, lastCheckOk: false }, later)).toEqual({
    ...{ copy: 'old', check: 'failed', log: 'old' },
  });
  const never = { lastBackupAt: null, lastCheckAt: null, lastCheckOk: null, walArchivedAt: null };
  expect(assessBackups(never, now)).toEqual({ copy: 'none', check: 'never', log: 'off' });
});

test.each([
  ['cut off', '{"lastBackupAt":'],
  ['another form', '{"lastBackupAt":"2026-11-20T10:00:00Z"}'],
  ['no instant', '{"lastBackupAt":"yesterday","target":"x","lastCheckAt":null,"lastCheckOk":null}'],
])('a file that is %s is an error', async (_, content) => {
  await write(content);
  await expect(readBackupState(folder)).rejects.toThrow();
});
