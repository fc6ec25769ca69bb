import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { type BackupTarget, openTarget } from '#platform/backup/backup-place.ts';
import { copyFiles, type SeenFolders } from '#platform/backup/copy-files.ts';
import { checkRecipient } from '#platform/backup/sealing.ts';
import { endedSegments, hasUnarchived, shipSegments } from '#platform/backup/wal-archive.ts';
import { systemClock } from '#platform/clock.ts';
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { type BackupState, noteArchived, readBackupState } from '#platform/host/backup-state.ts';
import type { Logger } from '#platform/logger.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import type { Config } from '#portal/config.ts';
import { allFolders, openFileObjects } from '#portal/gateways/files/open-file-store.ts';
import { checkPlace } from './check-place.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Pauses between two looks: for ended segments and new files, and for what is due. */
const shipEveryMs = 5000;
const dueEveryMs = 60_000;

/** When people sleep; a check begins after the copy of the same night. */
const copyHour = 3;
const checkHour = 4;

/** What is due at a moment: a copy each night and a check each week, at their hours or once they are late. */
export function dueCommand(
  state: Pick<BackupState, 'lastBackupAt' | 'lastCheckAt'>,
  now: Instant,
  hasKey: boolean,
): 'backup' | 'check' | undefined {
  const { hour } = kyivTimeOf(now);
  const since = (at: Instant | null) => (at === null ? Number.POSITIVE_INFINITY : now - at);
  const isDue = (at: Instant | null, periodMs: number, itsHour: number) =>
    since(at) >= periodMs + HOUR_MS || (hour === itsHour && since(at) >= periodMs - 4 * HOUR_MS);
  if (isDue(state.lastBackupAt, DAY_MS, copyHour)) return 'backup';
  return hasKey && isDue(state.lastCheckAt, 7 * DAY_MS, checkHour) ? 'check' : undefined;
}

const commands = { backup: ['backup.ts'], check: ['restore.ts', '--check'] } as const;

/** Where the server of the product has its log. */
type LogFolders = Pick<EmbeddedPostgres, 'clusterFolder' | 'archiveFolder'>;

export interface RunningBackups {
  /** Ends after what is being stored; a copy or a check that is under way is broken off. */
  stop(): Promise<void>;
}

/**
 * The backups of a running server: each ended segment of the write-ahead log and each new file within seconds, the database whole each
 * night, the trial of a restore each week. A failure is logged, and tried again. @throws Error with a sentence for settings that can't work. `database`: undefined for an external one.
 */
export function runBackups(
  config: Config,
  { database, log }: { readonly database: LogFolders | undefined; readonly log: Logger },
): RunningBackups {
  const { backups, dataFolder } = config;
  if (backups === undefined) return { stop: async () => undefined };
  const { to, recipient, keyFile } = backups;
  checkRecipient(recipient);
  checkPlace(to, config);
  const files = { objects: openFileObjects(config), folders: allFolders };
  // Listing a bucket every few seconds costs more than it saves: its files outlive this machine, and the copy of the night has them.
  const isOnS3 = config.filesTo?.startsWith('s3://') ?? false;
  const seen: SeenFolders = new Map();
  let target: BackupTarget | undefined;
  let isFailing = false;
  let isStopped = false;
  let child: ChildProcess | undefined;
  let failedAt: Instant | undefined;

  async function ship(): Promise<void> {
    try {
      target ??= await openTarget(openObjects(to, config.s3), recipient);
      const at = systemClock.now();
      // The files of each row of a segment are stored before it.
      const isWhole = database !== undefined && !(await hasUnarchived(database.clusterFolder));
      const segments = database === undefined ? [] : await endedSegments(database.archiveFolder);
      if (!isOnS3) await copyFiles(target, files, seen);
      if (database !== undefined) await shipSegments(target, database.archiveFolder, segments);
      if (isWhole) await noteArchived(dataFolder, at);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error(error, 'the log and the files are not stored in the backup');
      isFailing = true;
    }
  }

  async function runDue(): Promise<void> {
    const now = systemClock.now();
    if (child !== undefined || (failedAt !== undefined && now - failedAt < HOUR_MS)) return;
    const state = await readBackupState(dataFolder);
    const due = dueCommand(state ?? { lastBackupAt: null, lastCheckAt: null }, now, keyFile !== undefined);
    if (due === undefined) return;
    const [script, ...args] = commands[due];
    child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-2000);
      });
    const [code] = await once(child, 'close');
    child = undefined;
    failedAt = code === 0 ? undefined : systemClock.now();
    if (code !== 0 && !isStopped) log.error({ output }, `the ${due} of the night has failed`);
  }

  let shipping: Promise<void> = ship();
  const timers = [
    setInterval(() => {
      shipping = shipping.then(() => (isStopped ? undefined : ship()));
    }, shipEveryMs),
    setInterval(() => void runDue().catch((error: unknown) => log.error(error, 'backups')), dueEveryMs),
  ];
  void runDue().catch((error: unknown) => log.error(error, 'backups'));
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      child?.kill('SIGTERM');
      await shipping;
    },
  };
}
