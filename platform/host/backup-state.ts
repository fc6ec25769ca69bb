import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';

/** File of the data folder in which the commands of backups keep what they did last. */
const stateFile = 'backup-state.json';
/** Of the running server, which writes each few seconds: a file of its own, so that neither undoes what the other noted. */
const archivedFile = 'wal-archived-at';

/** A backup is made each day; two hours for making it. */
const maxBackupAgeMs = 26 * 3_600_000;
/** The log is stored each few seconds while the server runs. */
const maxArchiveAgeMs = 30 * 60_000;

const fileSchema = z.object({
  target: z.string(),
  lastBackupAt: z.nullable(z.string()),
  lastCheckAt: z.nullable(z.string()),
  lastCheckOk: z.nullable(z.boolean()),
});

/** What was done last for backups. */
export interface BackupState {
  /** Where they are written to; '': there was none yet. */
  readonly target: string;
  /** When the last whole copy ended; null: never. */
  readonly lastBackupAt: Instant | null;
  /** When a restore was last tried, and whether it was good; null: never. */
  readonly lastCheckAt: Instant | null;
  readonly lastCheckOk: boolean | null;
  /** When the place last had all of the write-ahead log that had ended; null: it is not archived. */
  readonly walArchivedAt: Instant | null;
}

const none: BackupState = {
  target: '',
  ...{ lastBackupAt: null, lastCheckAt: null, lastCheckOk: null, walArchivedAt: null },
};

/** undefined: there is no such file. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads what was done for backups of a data folder; undefined: they are not set up here.
 * @throws Error for a file that can't be read or is not of its form.
 */
export async function readBackupState(dataFolder: string): Promise<BackupState | undefined> {
  const state = await readIfThere(join(dataFolder, stateFile));
  const archivedAt = await readIfThere(join(dataFolder, archivedFile));
  if (state === undefined && archivedAt === undefined) return undefined;
  const instantOf = (text: string | null) => (text === null ? null : instantFromIso(text));
  const walArchivedAt = archivedAt === undefined ? null : instantFromIso(archivedAt.trim());
  if (state === undefined) return { ...none, walArchivedAt };
  const { target, lastBackupAt, lastCheckAt, lastCheckOk } = fileSchema.parse(JSON.parse(state));
  return {
    ...{ target, lastCheckOk, walArchivedAt },
    lastBackupAt: instantOf(lastBackupAt),
    lastCheckAt: instantOf(lastCheckAt),
  };
}

/** Whether backups are as they should be. */
export interface BackupVerdict {
  readonly copy: 'none' | 'old' | 'fresh';
  readonly check: 'never' | 'failed' | 'good';
  /** 'off': the log is not archived. */
  readonly log: 'off' | 'old' | 'fresh';
}

/** A copy is made each day, and the log follows within half an hour. */
export function assessBackups(
  { lastBackupAt, lastCheckAt, lastCheckOk, walArchivedAt }: Omit<BackupState, 'target'>,
  now: Instant,
): BackupVerdict {
  const assessAge = (at: Instant, maxMs: number) => (now - at > maxMs ? 'old' : 'fresh');
  return {
    copy: lastBackupAt === null ? 'none' : assessAge(lastBackupAt, maxBackupAgeMs),
    check: lastCheckAt === null ? 'never' : lastCheckOk === false ? 'failed' : 'good',
    log: walArchivedAt === null ? 'off' : assessAge(walArchivedAt, maxArchiveAgeMs),
  };
}

/** By a rename: nobody reads half a file. */
async function write(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.part`;
  await writeFile(temporary, `${text}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

/** Notes what a command did; the rest stays. */
export async function noteBackup(
  dataFolder: string,
  facts: Partial<Omit<BackupState, 'walArchivedAt'>>,
): Promise<void> {
  const { target, lastBackupAt, lastCheckAt, lastCheckOk } = {
    ...none,
    ...(await readBackupState(dataFolder)),
    ...facts,
  };
  const isoOf = (instant: Instant | null) => (instant === null ? null : instantToIso(instant));
  const state = { target, lastBackupAt: isoOf(lastBackupAt), lastCheckAt: isoOf(lastCheckAt), lastCheckOk };
  await write(join(dataFolder, stateFile), JSON.stringify(state));
}

/** Notes that all of the log that had ended by a moment is stored. */
export async function noteArchived(dataFolder: string, at: Instant): Promise<void> {
  await write(join(dataFolder, archivedFile), instantToIso(at));
}
