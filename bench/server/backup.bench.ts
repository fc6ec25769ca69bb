import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ReadingRounds, startReadingRounds } from '#bench/support/load/reading-rounds.ts';
import { median } from '#bench/support/median.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { openSource } from '#platform/backup/backup-place.ts';
import { listBases, restoreCluster } from '#platform/backup/restore-cluster.ts';
import { newOperatorKey } from '#platform/backup/sealing.ts';
import { systemClock } from '#platform/clock.ts';
import { passwordFileName } from '#platform/embedded-postgres/embedded-postgres.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const run = promisify(execFile);
const rounds = 3;
const warmUps = 3;
/** Readings of a round: about a second of them. */
const perRound = scaled(2_000);
const child = join(import.meta.dirname, '../support/backup-in-child.ts');

/** Seconds that work takes by the clock. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

export interface BackupBenchResult {
  readonly mib: number;
  /** A copy by the product ÷ a plain one of the same files, both synced. */
  readonly backupRatio: number;
  /** A restore that ends with a running server ÷ the plain copy. */
  readonly restoreRatio: number;
  /** Readings per second beside a backup ÷ without one. */
  readonly readingsRatio: number;
}

/** Readings per second while a backup runs, and just before it and after it, as often. */
async function compareReadings(
  readings: ReadingRounds,
  backUp: () => Promise<unknown>,
  log: (line: string) => void,
): Promise<number> {
  const rateOf = async () => (await readings.submit()).perSecond;
  for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await rateOf();
  const [alone, beside]: [number[], number[]] = [[await rateOf()], []];
  for (let round = 1; round <= rounds; round += 1) {
    let isRunning = true;
    const backup = backUp().finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      const rate = await rateOf();
      if (isRunning) beside.push(rate);
    }
    await backup;
    alone.push(await rateOf());
  }
  if (beside.length === 0) throw new Error('the backup was over too soon: take more accounts');
  const inWhole = (rates: readonly number[]) => rates.map((rate) => rate.toFixed(0)).join(', ');
  log(`readings per second alone ${inWhole(alone)}; beside a backup ${inWhole(beside)}`);
  return median(beside) / median(alone);
}

/** A backup of the database and a restore of it, against plain copies of its files in the same minutes. */
export async function benchBackup(log: (line: string) => void): Promise<BackupBenchResult> {
  const database = await openBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-bench-backup-'));
  try {
    const accounts = scaled(100_000);
    log(`making ${accounts} accounts`);
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    await seedReadings(database.pool, accounts, placement.period);
    await database.pool.query('checkpoint');
    const { rows } = await database.pool.query(
      `select sum(pg_database_size(oid))::float8 as bytes from pg_database`,
    );
    const mib = Number(rows[0]?.bytes) / 1024 ** 2;
    log(`${mib.toFixed(0)} MiB`);
    const operator = await newOperatorKey();
    const backUp = (place: string) =>
      run(process.execPath, [child, database.adminUrl, place, operator.recipient]);
    const ratios: { backup: number; restore: number }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const [plain, place] = [join(folder, 'plain'), join(folder, 'place')];
      const copySeconds = await secondsOf(async () => {
        await run('cp', ['-r', join(database.dataFolder, 'postgres/cluster'), plain]);
        await run('sync', ['-f', plain]);
      });
      const backupSeconds = await secondsOf(() => backUp(place));
      const data = await temporaryDataFolder({ onDisk: true });
      await copyFile(join(database.dataFolder, passwordFileName), join(data.path, passwordFileName));
      const source = await openSource(await openObjects(place), operator);
      const [base] = await listBases(source);
      if (base === undefined) throw new Error('there is no base copy');
      const restoreSeconds = await secondsOf(async () => {
        const { server } = await restoreCluster(source, base, {
          ...{ dataFolder: data.path, databaseName: 'svitlo', until: undefined },
        });
        await server.stop();
      });
      const { stdout } = await run('du', ['-sm', place]);
      log(
        `round ${round}: copy ${copySeconds.toFixed(1)} s, backup ${backupSeconds.toFixed(1)} s (${stdout.split('\t')[0]} MiB), restore ${restoreSeconds.toFixed(1)} s`,
      );
      ratios.push({ backup: backupSeconds / copySeconds, restore: restoreSeconds / copySeconds });
      await Promise.all([data.remove(), rm(plain, { recursive: true }), rm(place, { recursive: true })]);
    }
    const readings = await startReadingRounds({ database, now, placement, perRound });
    let copies = 0;
    const readingsRatio = await compareReadings(
      readings,
      () => backUp(join(folder, `beside-${++copies}`)),
      log,
    ).finally(readings.stop);
    return {
      mib,
      readingsRatio,
      backupRatio: median(ratios.map(({ backup }) => backup)),
      restoreRatio: median(ratios.map(({ restore }) => restore)),
    };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
