import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { float8, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { type Figure, type FigureSource, withinLimit } from '#platform/figures.ts';
import { readBackupState } from '#platform/host/backup-state.ts';
import { readCertificate } from '#platform/host/certificate.ts';
import { type DiskFolders, listDisks } from '#platform/host/disk-room.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { ReadinessCheck } from '../probes.ts';
import type { CallLog } from './call-log.ts';

const inSeconds = (instant: Instant) => instant / 1000;

/** Less than the time of a scrape: a check that hangs is 0, not absent. */
const checkLimitMs = 800;

/** Each check of /readyz by itself: it answers also while the database does not. */
function readyFigures(checks: readonly ReadinessCheck[]): FigureSource {
  // A check that hangs is not begun again.
  const running = checks.map(({ name, check }) => ({ name, check: singleFlight(check) }));
  return {
    metrics: {
      svitlo_ready: {
        help: '1: the check of /readyz is passed, 0: it fails or hangs',
        labelNames: ['check'],
      },
    },
    sharedForMs: 1000,
    read: () =>
      Promise.all(
        running.map(async ({ name, check }): Promise<Figure> => {
          const isReady = await withinLimit(
            check.run().then(() => true),
            checkLimitMs,
          );
          return { name: 'svitlo_ready', labels: { check: name }, value: isReady === true ? 1 : 0 };
        }),
      ),
  };
}

function diskFigures(folders: DiskFolders): FigureSource {
  const labelNames = ['folder'];
  return {
    metrics: {
      svitlo_disk_free_bytes: {
        help: 'Room on the disk of the data folder, and of the embedded database and the files where these are others',
        labelNames,
      },
      svitlo_disk_size_bytes: { help: 'Size of these disks', labelNames },
    },
    async read() {
      const disks = await listDisks(folders);
      return disks.flatMap(({ folder, freeBytes, sizeBytes }) => [
        { name: 'svitlo_disk_free_bytes', labels: { folder }, value: freeBytes },
        { name: 'svitlo_disk_size_bytes', labels: { folder }, value: sizeBytes },
      ]);
    },
  };
}

function backupFigures(dataFolder: string): FigureSource {
  return {
    metrics: {
      svitlo_backup_timestamp_seconds: { help: 'When the last backup was made; absent: none was' },
      svitlo_backup_check_timestamp_seconds: { help: 'When a backup was last checked; absent: never' },
      svitlo_backup_check_ok: { help: '1: the last check of a backup was good, 0: it was not' },
      svitlo_wal_archived_timestamp_seconds: {
        help: 'When a segment of WAL was last archived; absent: none is',
      },
    },
    async read() {
      const state = await readBackupState(dataFolder);
      if (state === undefined) return [];
      const { lastBackupAt, lastCheckAt, lastCheckOk, walArchivedAt } = state;
      const values: readonly [name: string, value: number | null][] = [
        ['svitlo_backup_timestamp_seconds', lastBackupAt && inSeconds(lastBackupAt)],
        ['svitlo_backup_check_timestamp_seconds', lastCheckAt && inSeconds(lastCheckAt)],
        ['svitlo_backup_check_ok', lastCheckOk === null ? null : Number(lastCheckOk)],
        ['svitlo_wal_archived_timestamp_seconds', walArchivedAt && inSeconds(walArchivedAt)],
      ];
      return values.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    },
  };
}

/** A handshake of its own for each hour. */
const certificateSharedForMs = 3_600_000;
const handshakeMs = 5000;

function certificateFigures(publicUrl: string): FigureSource {
  const name = 'svitlo_certificate_expiry_timestamp_seconds';
  return {
    metrics: {
      [name]: { help: 'When the certificate of PUBLIC_URL ends; absent: no HTTPS, or no answer' },
    },
    sharedForMs: certificateSharedForMs,
    async read() {
      if (!publicUrl.startsWith('https:')) return [];
      const { validTo } = await readCertificate(publicUrl, handshakeMs);
      return [{ name, value: inSeconds(validTo) }];
    },
  };
}

function databaseFigures(db: PortalDatabase, clock: Clock): FigureSource {
  const clockDifference = 'svitlo_clock_difference_seconds';
  const lagBytes = 'svitlo_replication_lag_bytes';
  const lagSeconds = 'svitlo_replication_lag_seconds';
  const labelNames = ['standby'];
  return {
    metrics: {
      [clockDifference]: { help: 'Clock of this node against that of the database; positive: it is ahead' },
      [lagBytes]: {
        help: 'WAL that a standby has not replayed; only a role with pg_read_all_stats sees standbys',
        labelNames,
      },
      [lagSeconds]: { help: 'For how long WAL waited for its replay at a standby', labelNames },
    },
    async read() {
      const [now, standbys] = await Promise.all([
        typedSql({ now: timestamptz() })`select clock_timestamp() as now`
          .execute(db)
          .then(({ rows }) => ({ database: rows[0]?.now, node: clock.now() })),
        typedSql({ standby: text(), bytes: nullable(float8()), seconds: nullable(float8()) })`
          select application_name as standby, extract(epoch from max(replay_lag))::float8 as seconds,
                 max(case when pg_is_in_recovery() then null
                   else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end)::float8 as bytes
            from pg_stat_replication where application_name is not null group by 1`.execute(db),
      ]);
      const figures: Figure[] = [];
      if (now.database !== undefined)
        figures.push({ name: clockDifference, value: (now.node - now.database) / 1000 });
      for (const { standby, bytes, seconds } of standbys.rows) {
        const labels = { standby };
        if (bytes !== null)
          figures.push(
            { name: lagBytes, labels, value: bytes },
            { name: lagSeconds, labels, value: seconds ?? 0 },
          );
      }
      return figures;
    },
  };
}

const droppedRecords = 'svitlo_records_dropped_total';

function recordFigures(callLog: CallLog): FigureSource {
  return {
    metrics: {
      [droppedRecords]: {
        help: 'Records of calls that were dropped because the database did not take them',
        type: 'counter',
      },
    },
    sharedForMs: 0,
    read: async () => [{ name: droppedRecords, value: callLog.counts().dropped }],
  };
}

export interface HealthSources {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly config: DiskFolders & Pick<Config, 'publicUrl'>;
  readonly checks: readonly ReadinessCheck[];
  readonly callLog: CallLog | undefined;
}

/** What alerts look at beside requests and jobs: readiness, disks, backups, certificate, clock, standbys, lost records. */
export function healthFigures(sources: HealthSources): readonly FigureSource[] {
  const { db, clock, config, checks, callLog } = sources;
  return [
    readyFigures(checks),
    diskFigures(config),
    backupFigures(config.dataFolder),
    certificateFigures(config.publicUrl),
    databaseFigures(db, clock),
    ...(callLog ? [recordFigures(callLog)] : []),
  ];
}
