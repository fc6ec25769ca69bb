import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTarget } from './backup-place.ts';
import { isArchived } from './wal-names.ts';

/** In a quiet hour a segment ends after so many seconds: what is lost with the machine is less than this and the time to copy it. */
const SEGMENT_SECONDS = 60;

/** A text as one word of the shell, in a setting where `%` stands for a value. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/**
 * Settings by which a server puts each ended segment of its write-ahead log into a folder, synced and under its name only when whole.
 * A segment that is there already, after a crash, has to be the same.
 */
export function archiveSettings(folder: string): Readonly<Record<string, string>> {
  const [file, part] = [`${quoted(folder)}/%f`, `${quoted(folder)}/%f.part`];
  const command = `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${part} && sync ${part} && mv ${part} ${file} && sync ${quoted(folder)}; fi`;
  return { archive_mode: 'on', archive_command: command, archive_timeout: `${SEGMENT_SECONDS}s` };
}

/** The ended segments that wait in the folder, oldest first. */
export async function endedSegments(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter(isArchived).sort();
}

/** Whether the server of a cluster has ended segments that are not in the folder yet. */
export async function hasUnarchived(clusterFolder: string): Promise<boolean> {
  return (await readdir(join(clusterFolder, 'pg_wal/archive_status'))).some((file) =>
    file.endsWith('.ready'),
  );
}

/** Moves segments of the folder to the place; one leaves the folder once the place has it. */
export async function shipSegments(
  target: BackupTarget,
  folder: string,
  segments: readonly string[],
): Promise<void> {
  for (const segment of segments) {
    await target.put(`wal/${segment}`, await readFile(join(folder, segment)));
    await rm(join(folder, segment));
  }
}
