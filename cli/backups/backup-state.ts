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

/** Of the commands. */
const stateName = 'backup-state.json';
/** Of the running server, which writes each few seconds: a file of its own, so that neither undoes what the other noted. */
const archivedName = 'wal-archived-at';

const none: BackupState = {
  target: '',
  ...{ lastBackupAt: null, lastCheckAt: null, lastCheckOk: null, walArchivedAt: null },
};

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);

/** By a rename: nobody reads half a file. */
async function write(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.part`;
  await writeFile(temporary, `${text}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

/** undefined: no backup was ever made of this data folder. */
export async function readBackupState(dataFolder: string): Promise<BackupState | undefined> {
  const [text, archivedAt] = await Promise.all([
    read(join(dataFolder, stateName)),
    read(join(dataFolder, archivedName)),
  ]);
  if (text === undefined && archivedAt === undefined) return undefined;
  return {
    ...none,
    ...(JSON.parse(text ?? '{}') as Partial<BackupState>),
    walArchivedAt: archivedAt?.trim() ?? null,
  };
}

/** Replaces what a command knows anew. */
export async function noteBackup(
  dataFolder: string,
  facts: Partial<Omit<BackupState, 'walArchivedAt'>>,
): Promise<void> {
  const { walArchivedAt: _, ...state } = { ...none, ...(await readBackupState(dataFolder)), ...facts };
  await write(join(dataFolder, stateName), JSON.stringify(state));
}

/** Notes that all of the log that had ended by a moment (ISO 8601) is stored. */
export async function noteArchived(dataFolder: string, at: string): Promise<void> {
  await write(join(dataFolder, archivedName), at);
}
