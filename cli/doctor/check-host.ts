import type { Instant } from '#domain/time/instant.ts';
import { maxBackupAgeMs, readBackupState } from '#platform/host/backup-state.ts';
import { judgeRoom, listDisks } from '#platform/host/disk-room.ts';
import type { Config } from '#portal/config.ts';
import { bad, type Finding, note, reasonOf, well } from './finding.ts';

const hourMs = 3_600_000;
const codes = { enough: 'disk', low: 'diskLow', short: 'diskShort' } as const;

/** Checks the room on the disks of the data folder and of an embedded database. */
export async function checkDisks(dataFolder: string): Promise<Finding[]> {
  try {
    const disks = await listDisks(dataFolder);
    return disks.map(({ folder: disk, freeBytes, sizeBytes }) => {
      const facts = { disk, freeBytes, sizeBytes };
      const judged = judgeRoom(freeBytes);
      const make = { enough: well, low: note, short: bad }[judged];
      return make(codes[judged], facts);
    });
  } catch (error) {
    return [bad('noDisk', { reason: reasonOf(error) })];
  }
}

/** Checks that the last backup is not older than a day and two hours, and that the last check of one was good. */
export async function checkBackups(
  { dataFolder, production }: Pick<Config, 'dataFolder' | 'production'>,
  now: Instant,
): Promise<Finding[]> {
  const hoursSince = (instant: Instant) => Math.max(0, Math.floor((now - instant) / hourMs));
  try {
    const state = await readBackupState(dataFolder);
    if (state === undefined) return production ? [note('noBackup')] : [];
    const { lastBackupAt, target, lastCheckAt, lastCheckOk, walArchivedAt } = state;
    const age = { hours: hoursSince(lastBackupAt), target };
    const isOld = now - lastBackupAt > maxBackupAgeMs;
    const findings: Finding[] = [isOld ? bad('backupOld', age) : well('backup', age)];
    if (lastCheckAt === null) findings.push(note('backupUnchecked'));
    else if (lastCheckOk === false)
      findings.push(bad('backupCheckFailed', { hours: hoursSince(lastCheckAt) }));
    else findings.push(well('backupChecked', { hours: hoursSince(lastCheckAt) }));
    if (walArchivedAt !== null) findings.push(well('walArchived', { hours: hoursSince(walArchivedAt) }));
    return findings;
  } catch (error) {
    return [bad('backupUnread', { reason: reasonOf(error) })];
  }
}
