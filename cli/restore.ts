import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Instant, instantToIso, parseInstant } from '#domain/time/instant.ts';
import { formatMoment, kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { type BackupSource, openSource } from '#platform/backup/backup-place.ts';
import { restoreFiles } from '#platform/backup/copy-files.ts';
import { listBases, restoreCluster } from '#platform/backup/restore-cluster.ts';
import { readOperatorKey } from '#platform/backup/sealing.ts';
import { systemClock } from '#platform/clock.ts';
import { endLeftOver, prepareServerFolders } from '#platform/embedded-postgres/embedded-postgres.ts';
import { noteBackup } from '#platform/host/backup-state.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { readConfig } from '#portal/config.ts';
import { restoreSecrets } from './backups/secrets.ts';
import { beginRestore, contentOf, deleteUnfinished, finishRestore } from './backups/unfinished-restore.ts';
import { lockData } from './data-lock.ts';
import { runDoctor } from './doctor.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const usage = `Usage: npm run restore -- <folder or s3://bucket/prefix> --key <file> [--until "2026-11-29 14:30"]
       npm run restore -- <folder or s3://bucket/prefix> --key <file> --check`;

/** A moment in ISO 8601 with its zone, or a day and a time of Kyiv. @throws Error with a sentence. */
export function readMoment(text: string): Instant {
  const [, day = '', hour, minute, second = '0'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const date = parseLocalDate(day);
  const moment =
    date === undefined
      ? parseInstant(text)
      : ((kyivInstant(date, Number(hour), Number(minute)) + Number(second) * 1000) as Instant);
  if (moment === undefined)
    throw new Error(`${text} is no moment: write 2026-11-29 14:30 (Kyiv) or 2026-11-29T12:30:00Z.`);
  return moment;
}

/** What is restored, and into which folder. */
interface Restore {
  readonly source: BackupSource;
  readonly dataFolder: string;
  readonly until: Instant | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  readonly print: (line: string) => void;
}

/** Restores a whole installation into an empty data folder. @throws Error with a sentence when there is no base copy for the moment. */
async function restoreInto({ source, dataFolder, until, settings, print }: Restore): Promise<void> {
  const bases = await listBases(source);
  const base = bases.findLast(({ endedAt }) => until === undefined || Date.parse(endedAt) <= until);
  if (base === undefined) {
    const [first] = bases;
    throw new Error(
      first === undefined
        ? `${source.address} has no copy of a database.`
        : `The oldest copy of ${source.address} is of ${formatMoment(Date.parse(first.endedAt) as Instant)}: name a later moment.`,
    );
  }
  const additional = await restoreSecrets(source, dataFolder);
  const { server, reached } = await restoreCluster(source, base, {
    ...{ dataFolder, databaseName: 'svitlo', until, ...(settings && { settings }) },
  });
  await server.stop();
  print(
    `Database: ${base.name}, and its log to ${instantToIso(reached ?? (Date.parse(base.endedAt) as Instant))}.`,
  );
  print(`Files: ${await restoreFiles(source, join(dataFolder, 'files'))}.`);
  for (const name of additional) print(`Set up again by hand: ${join(dataFolder, name)}, then delete it.`);
}

/** Deletes all that a restore has written, its database too where that lies outside of the data folder. */
async function deleteInstallation(dataFolder: string): Promise<void> {
  const { clusterFolder } = await prepareServerFolders(dataFolder);
  await rm(dirname(clusterFolder), { recursive: true, force: true });
  for (const name of await readdir(dataFolder)) await rm(join(dataFolder, name), { recursive: true });
}

/** Restores into a folder of its own, has the doctor look at it, and deletes it. */
async function check(restore: Restore, environment: Environment): Promise<number> {
  const { dataFolder, print } = restore;
  await mkdir(dataFolder, { recursive: true });
  const scratch = await mkdtemp(join(dataFolder, 'restore-check-'));
  let code = 1;
  try {
    await restoreInto({ ...restore, dataFolder: scratch, settings: { fsync: 'off' } });
    const settings = { ...environment, DATABASE_URL: undefined, SVITLO_DATA: scratch };
    code = await runDoctor(settings, print, { isDataAlone: true });
  } finally {
    await deleteInstallation(scratch);
    await rmdir(scratch);
    await noteBackup(dataFolder, { lastCheckAt: systemClock.now(), lastCheckOk: code === 0 });
  }
  return code;
}

/** `npm run restore`: returns the exit code, that of the doctor. */
export async function runRestore(
  args: readonly string[],
  { environment, print }: { environment: Environment; print: (line: string) => void },
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, until: { type: 'string' }, check: { type: 'boolean' } },
  });
  const config = readConfig(environment);
  const [place = config.backups?.to, ...more] = positionals;
  const keyFile = values.key ?? config.backups?.keyFile;
  if (place === undefined || keyFile === undefined || more.length > 0) {
    print(usage);
    return 1;
  }
  const operator = await readOperatorKey(await readFile(keyFile, 'utf8'));
  const source = await openSource(await openObjects(place, config.s3), operator);
  const until = values.until === undefined ? undefined : readMoment(values.until);
  const { dataFolder } = config;
  if (values.check === true) return check({ source, dataFolder, until, print }, environment);
  if (config.databaseUrl !== undefined) {
    print(
      'DATABASE_URL is set: its database is restored by its own tools. Leave it out to restore the embedded one.',
    );
    return 1;
  }
  const content = await contentOf(dataFolder);
  if (content === 'other') {
    print(`The data folder ${dataFolder} is not empty: name an empty one with SVITLO_DATA=….`);
    return 1;
  }
  const lock = await lockData(dataFolder, 0);
  try {
    if (content === 'unfinishedRestore') {
      print(`A restore into ${dataFolder} was cut off: it begins afresh.`);
      await endLeftOver(dataFolder);
      await deleteUnfinished(dataFolder);
    }
    await beginRestore(dataFolder);
    await restoreInto({ source, dataFolder, until, print });
    await finishRestore(dataFolder);
  } catch (error) {
    // So that the next try finds an empty folder again.
    await deleteInstallation(dataFolder);
    throw error;
  } finally {
    await lock.release();
  }
  return runDoctor(environment, print, { isDataAlone: true });
}

if (import.meta.main) {
  setPriority(10);
  process.exitCode = await runRestore(process.argv.slice(2), {
    environment: process.env,
    print: console.log,
  }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  });
}
