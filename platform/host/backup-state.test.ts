import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { readBackupState } from './backup-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-backup-state-'));
  return () => rm(folder, { recursive: true });
});
const write = (content: string) => writeFile(join(folder, 'backup-state.json'), content);

test('without the file backups are not set up', async () => {
  expect(await readBackupState(folder)).toBeUndefined();
});

test('reads what the command of backups wrote', async () => {
  const at = '2026-11-20T10:00:00Z';
  await write(
    JSON.stringify({
      lastBackupAt: at,
      target: '/backups',
      lastCheckAt: null,
      lastCheckOk: null,
      walArchivedAt: at,
    }),
  );
  expect(await readBackupState(folder)).toEqual({
    lastBackupAt: instantFromIso(at),
    target: '/backups',
    lastCheckAt: null,
    lastCheckOk: null,
    walArchivedAt: instantFromIso(at),
  });
});

test.each([
  ['cut off', '{"lastBackupAt":'],
  ['another form', '{"lastBackupAt":"2026-11-20T10:00:00Z"}'],
  [
    'no instant',
    '{"lastBackupAt":"yesterday","target":"x","lastCheckAt":null,"lastCheckOk":null,"walArchivedAt":null}',
  ],
])('a file that is %s is an error', async (_, content) => {
  await write(content);
  await expect(readBackupState(folder)).rejects.toThrow();
});
