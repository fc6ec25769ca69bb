import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';

/** File of the data folder in which the command of backups keeps what it did last. */
const backupStateFile = 'backup-state.json';
/** A backup is made each day; two hours for making it. */
export const maxBackupAgeMs = 26 * 3_600_000;

const fileSchema = z.object({
  lastBackupAt: z.string(),
  target: z.string(),
  lastCheckAt: z.nullable(z.string()),
  lastCheckOk: z.nullable(z.boolean()),
  walArchivedAt: z.nullable(z.string()),
});

/** What the command of backups did last. */
export interface BackupState {
  readonly lastBackupAt: Instant;
  /** Where it was written to. */
  readonly target: string;
  /** When a backup was last checked, and whether it was good; null: never. */
  readonly lastCheckAt: Instant | null;
  readonly lastCheckOk: boolean | null;
  /** When a segment of WAL was last archived; null: WAL is not archived. */
  readonly walArchivedAt: Instant | null;
}

/**
 * Reads `backup-state.json` of a data folder; undefined: backups are not set up here.
 * @throws Error for a file that can't be read or is not of this form.
 */
export async function readBackupState(dataFolder: string): Promise<BackupState | undefined> {
  let content: string;
  try {
    content = await readFile(join(dataFolder, backupStateFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const { lastBackupAt, target, lastCheckAt, lastCheckOk, walArchivedAt } = fileSchema.parse(
    JSON.parse(content),
  );
  const instantOf = (text: string | null) => (text === null ? null : instantFromIso(text));
  return {
    lastBackupAt: instantFromIso(lastBackupAt),
    target,
    lastCheckAt: instantOf(lastCheckAt),
    lastCheckOk,
    walArchivedAt: instantOf(walArchivedAt),
  };
}
