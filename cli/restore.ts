import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';

import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '#cli/output/run-command.ts';
import { type Instant, instantToIso, parseInstant } from '#domain/time/instant.ts';
import { formatMoment, kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { type BackupSource, openSource } from '#platform/backup/backup-place.ts';
import type { BaseFacts } from '#platform/backup/copy-cluster.ts';
import { restoreFiles } from '#platform/backup/copy-files.ts';
import { listBases, restoreCluster } from '#platform/backup/restore-cluster.ts';
import { readOperatorKey } from '#platform/backup/sealing.ts';
import { systemClock } from '#platform/clock.ts';
import { endLeftOver, prepareServerFolders } from '#platform/embedded-postgres/embedded-postgres.ts';
import { noteBackup } from '#platform/host/backup-state.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { readConfig } from '#portal/config.ts';
import { openFileObjects } from '#portal/gateways/files/open-file-store.ts';
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

/** What is restored, and where to. */
interface Restore {
  readonly source: BackupSource;
  readonly dataFolder: string;
  /** Where files are stored; those that are there stay. */
  readonly files: ObjectStore;
  /** absent: the database is an external one, which its own tools restore. */
  readonly database:
    | { readonly until: Instant | undefined; readonly settings?: Record<string, string> }
    | undefined;
  readonly print: (line: string) => void;
}

/** The newest base copy that ended before a moment. @throws Error with a sentence when there is none. */
async function findBase(source: BackupSource, until: Instant | undefined): Promise<BaseFacts> {
  const bases = await listBases(source);
  const base = bases.findLast(({ endedAt }) => until === undefined || Date.parse(endedAt) <= until);
  if (base !== undefined) return base;
  const [first] = bases;
  throw new Error(
    first === undefined
      ? `${source.address} has no copy of a database.`
      : `The oldest copy of ${source.address} is of ${formatMoment(Date.parse(first.endedAt) as Instant)}: name a later moment.`,
  );
}

/**
 * Restores an installation into an empty data folder; resolves with the names of files there that the operator has to set up by hand.
 * @throws Error with a sentence when there is no base copy for the moment.
 */
async function restoreInto({
  source,
  dataFolder,
  files,
  database,
  print,
}: Restore): Promise<readonly string[]> {
  const base = database && (await findBase(source, database.until));
  const additional = await restoreSecrets(source, dataFolder);
  if (base === undefined) print('Database: external, restored by its own tools.');
  else {
    const { server, reached, isLogShort } = await restoreCluster(source, base, {
      ...{ dataFolder, databaseName: 'svitlo', until: undefined, ...database },
    });
    await server.stop();
    print(
      `Database: ${base.name}, and its log to ${instantToIso(reached ?? (Date.parse(base.endedAt) as Instant))}.`,
    );
    if (isLogShort)
      print(
        'The stored log has nothing after that. Changes between that moment and the named one, if there were any, are missing.',
      );
  }
  print(`Files: ${await restoreFiles(source, files)}.`);
  return additional;
}

/** Deletes the database of a data folder, which may lie outside of it. */
async function deleteCluster(dataFolder: string): Promise<void> {
  const { clusterFolder } = await prepareServerFolders(dataFolder);
  await rm(dirname(clusterFolder), { recursive: true, force: true });
}

/** Deletes all that a restore has written. */
async function deleteInstallation(dataFolder: string): Promise<void> {
  await deleteCluster(dataFolder);
  for (const name of await readdir(dataFolder)) await rm(join(dataFolder, name), { recursive: true });
}

/** Restores into a folder of its own, has the doctor look at the database, and deletes it. */
async function check(
  { source, database, print }: Omit<Restore, 'files' | 'dataFolder'>,
  { dataFolder, environment }: { readonly dataFolder: string; readonly environment: Environment },
): Promise<number> {
  const scratch = join(dataFolder, 'restore-check');
  await mkdir(scratch, { recursive: true });
  const lock = await lockData(scratch, 0);
  const alone = { ...environment, DATABASE_URL: undefined, FILES_TO: undefined, SVITLO_DATA: scratch };
  let code = 1;
  try {
    const files = openFileObjects(readConfig(alone));
    const quick = database && { ...database, settings: { fsync: 'off' } };
    try {
      // Of a check that was killed.
      await endLeftOver(scratch);
      await deleteCluster(scratch);
      await deleteUnfinished(scratch);
      await restoreInto({ source, files, dataFolder: scratch, database: quick, print });
    } finally {
      await lock.release();
    }
    code = database === undefined ? 0 : await runDoctor(alone, print, { isDataAlone: true });
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
  const source = await openSource(openObjects(place, config.s3), operator);
  const until = values.until === undefined ? undefined : readMoment(values.until);
  const { dataFolder } = config;
  if (until !== undefined && config.databaseUrl !== undefined) {
    print(
      'DATABASE_URL is set: its own tools restore the database to a moment. Leave --until out to restore the files.',
    );
    return 1;
  }
  const database = config.databaseUrl === undefined ? { until } : undefined;
  if (values.check === true) return check({ source, database, print }, { dataFolder, environment });
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
    const byHand = await restoreInto({ source, dataFolder, files: openFileObjects(config), database, print });
    for (const name of byHand) print(`Set up again by hand: ${join(dataFolder, name)}, then delete it.`);
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
  lowerPriority(19);
  await runCommand(() => runRestore(process.argv.slice(2), { environment: process.env, print: console.log }));
}
