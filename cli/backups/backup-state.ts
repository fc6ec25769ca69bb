import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the doctor and the metrics tell of backups; moments in ISO 8601. */
export interface BackupState {
  readonly target: string;
  readonly lastBackupAt: string | null;
  /** When a restore was tried last, and whether it was well. */
  readonly lastCheckAt: string | null;
  readonly lastCheckOk: boolean | null;
  /** When the place last had all of the write-ahead log that had ended. */
  readonly walArchivedAt: string | null;
}

const nameOfState = 'backup-state.json';
const none: BackupState = {
  target: '',
  ...{ lastBackupAt: null, lastCheckAt: null, lastCheckOk: null, walArchivedAt: null },
};

/** undefined: no backup was ever made of this data folder. */
export async function readBackupState(dataFolder: string): Promise<BackupState | undefined> {
  const text = await readFile(join(dataFolder, nameOfState), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { ...none, ...(JSON.parse(text) as Partial<BackupState>) };
}

/** Replaces some facts, by a rename: two processes never leave half a file. */
export async function noteBackup(dataFolder: string, facts: Partial<BackupState>): Promise<void> {
  const state = { ...none, ...(await readBackupState(dataFolder)), ...facts };
  const path = join(dataFolder, nameOfState);
  const temporary = `${path}.${process.pid}.part`;
  await writeFile(temporary, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}
