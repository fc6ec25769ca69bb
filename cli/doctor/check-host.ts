import type { Instant } from '#domain/time/instant.ts';
import { assessBackups, readBackupState } from '#platform/host/backup-state.ts';
import { assessRoom, type DiskFolders, listDisks } from '#platform/host/disk-room.ts';
import type { Config } from '#portal/config.ts';
import { bad, type Finding, note, reasonOf, well } from './finding.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const codes = { enough: 'disk', low: 'diskLow', short: 'diskShort' } as const;

/** Checks the room on the disks of the data folder, of an embedded database and of the files. */
export async function checkDisks(folders: DiskFolders): Promise<Finding[]> {
  try {
    const disks = await listDisks(folders);
    return disks.map(({ folder: disk, freeBytes, sizeBytes }) => {
      const facts = { disk, freeBytes, sizeBytes };
      const judged = assessRoom(freeBytes);
      const make = { enough: well, low: note, short: bad }[judged];
      return make(codes[judged], facts);
    });
  } catch (error) {
    return [bad('noDisk', { reason: reasonOf(error) })];
  }
}

/** Checks that the last backup is not older than a day and two hours, that the last check of one was good, and that the log follows. */
export async function checkBackups(
  { dataFolder, production, backups }: Pick<Config, 'dataFolder' | 'production' | 'backups'>,
  now: Instant,
): Promise<Finding[]> {
  const hoursSince = (instant: Instant) => Math.max(0, Math.floor((now - instant) / hourMs));
  try {
    const state = await readBackupState(dataFolder);
    if (state === undefined && backups !== undefined) return [note('backupAwaited', { target: backups.to })];
    if (state === undefined) return production ? [note('noBackup')] : [];
    const { lastBackupAt, target, lastCheckAt, walArchivedAt } = state;
    const { copy, check, log } = assessBackups(state, now);
    const findings: Finding[] = [];
    if (lastBackupAt === null) findings.push(bad('noCopy'));
    else {
      const age = { hours: hoursSince(lastBackupAt), target };
      findings.push(copy === 'old' ? bad('backupOld', age) : well('backup', age));
    }
    if (lastCheckAt === null) findings.push(note('backupUnchecked'));
    else if (check === 'failed') findings.push(bad('backupCheckFailed', { hours: hoursSince(lastCheckAt) }));
    else findings.push(well('backupChecked', { hours: hoursSince(lastCheckAt) }));
    if (walArchivedAt !== null) {
      const age = { minutes: Math.max(0, Math.floor((now - walArchivedAt) / minuteMs)) };
      findings.push(log === 'old' ? bad('walOld', age) : well('walArchived', age));
    }
    return findings;
  } catch (error) {
    return [bad('backupUnread', { reason: reasonOf(error) })];
  }
}
